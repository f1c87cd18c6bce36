import {
  covers,
  expect,
  isByCursor,
  largestPage,
  operation,
  type PagedOperation,
  pagedOperations,
  type TestFixtures,
  test,
} from '#fixtures';
import { styleOf } from '#src/data/valid/product-item';
import { showTheSameAs } from '#src/verdicts/oracles/lists/changes';
import {
  agree,
  bePage,
  countAsTheLastPage,
  cursorOf,
  leadOn,
  linkToItsNeighbours,
} from '#src/verdicts/oracles/lists/page';

/** The number of pages that a list of known length is read on, and the most that are followed of any list. */
const [wanted, most] = [3, 8];

type Fixtures = Pick<TestFixtures, 'bulk' | 'given' | 'sample'>;

/** How a test gets at least three entries of a list that it can add to; the result is the filter that finds them. */
const entriesOf: Partial<Record<PagedOperation, (fixtures: Fixtures) => Promise<object>>> = {
  listRejectedProducts: async ({ given }) => {
    await given.rejectedStyles(wanted);
    return {};
  },
  listProducts: async ({ given, sample }) => {
    const variants = styleOf(await given.referenceData(), given.prefix, {
      variants: { min: wanted, max: wanted },
    });
    const style = sample(given.found(variants, 'no category has enough choices for three variants'));
    await given.upserted(style);
    return { style_key: style[0]?.style_key };
  },
  listOrders: async ({ given }) => {
    if (!given.canMakeOrders) {
      await given.someOrder();
      return {};
    }
    const product = await given.orderedProduct();
    for (let made = 0; made < wanted; made += 1) await given.customerOrder(product);
    return {};
  },
};

for (const operationId of pagedOperations) {
  const { method, path } = operation(operationId);

  /** The query that divides the list into three pages if it isn't too long, and the number of its entries. */
  const divided = async (fixtures: Fixtures) => {
    const { bulk, given } = fixtures;
    const filter = await entriesOf[operationId]?.(fixtures);
    const largest = largestPage(operationId);
    const count = given.listed(
      await bulk.send(operation(operationId), { query: { ...filter, per_page: largest } }),
    );
    const per_page = Math.max(1, Math.min(largest, Math.ceil(count / wanted)));
    return { count, query: { ...filter, per_page } };
  };

  test(
    `Each next_cursor of ${method} ${path} leads to the next page, and following it ends`,
    covers('REJ-09'),
    async ({ bulk, given, merchant, note, sample, verify }) => {
      const { count, query } = await divided({ bulk, given, sample });
      given.need(count > 1, 'the list has no two entries, which two pages need');

      const called = operation(operationId);
      // If others change a list while it is read, its pages can't be compared.
      const changes = merchant.shared && ['listRejectedProducts', 'listOrders'].includes(operationId);
      const isCounted = !changes && !isByCursor(operationId) && count <= wanted * largestPage(operationId);
      const pages = isCounted ? (await given.everyPage(operationId, query)).exchanges : undefined;
      if (pages === undefined)
        note('REJ-09', 'not looked at: whether a cursor leads past entries of the list');

      const first = pages?.[0] ?? (await bulk.send(called, { query }));
      const followed = [first];
      let cursor: string | undefined = given.firstCursor(first);
      while (cursor !== undefined && followed.length < most) {
        const asked = isByCursor(operationId) ? { page: cursor } : { cursor };
        const page = await bulk.send(called, { query: { ...query, ...asked } });
        followed.push(page);
        if (!(await verify('REJ-09', page, expect(followed).to(leadOn, pages)))) return;
        cursor = cursorOf(page);
      }
      if (cursor !== undefined) note('REJ-09', `not looked at: pages after the first ${most}`);
    },
  );

  // The numbers and links of rejected products, which the description states, have requirements of their own.
  if (operationId === 'listRejectedProducts') continue;

  test(
    `The pages of ${method} ${path} agree with each other and link to their neighbours`,
    covers('REJ-10'),
    async ({ bulk, given, merchant, sample, verify }) => {
      const { query } = await divided({ bulk, given, sample });
      const { exchanges, last, links } = await given.undisturbed(
        () => given.everyPage(operationId, query),
        (reading) => expect(reading.exchanges).to(agree).result === undefined,
      );
      await verify('REJ-10', last, expect(exchanges).to(agree));
      // Without a page that links to it, a page by cursor can't be requested.
      if (!isByCursor(operationId)) {
        const end = await given.pastTheEnd(operationId, query, exchanges);
        await verify('REJ-10', end.past, expect(end.past).to(countAsTheLastPage, end.last));
      }

      for (const [index, page] of exchanges.entries()) {
        await verify('REJ-10', page, expect(page).to(linkToItsNeighbours));
        for (const [link, to] of [
          [links[index]?.next, index + 1],
          [links[index]?.prev, index - 1],
        ] as const) {
          const neighbour = exchanges[to];
          if (typeof link !== 'string' || neighbour === undefined || index >= most) continue;
          const followed = await given.follow(operationId, link);
          await verify('REJ-10', followed, expect(followed).to(bePage, to + 1, query.per_page));
          // Others may add orders between the two readings.
          if (!(merchant.shared && operationId === 'listOrders'))
            await verify('REJ-10', followed, expect(followed).to(showTheSameAs, neighbour));
        }
      }
    },
  );
}
