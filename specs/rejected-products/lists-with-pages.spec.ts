import fc from 'fast-check';
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
import type { RequirementId } from '#src/contract/requirements/requirement-ids.generated';
import { member } from '#src/contract/values/path';
import { counted } from '#src/contract/values/words';
import { styleOf } from '#src/data/valid/product-item';
import { showTheSameAs } from '#src/verdicts/oracles/lists/changes';
import {
  agree,
  beAnEmptyPage,
  bePage,
  countAsTheLastPage,
  cursorOf,
  holdTheEntriesOf,
  leadOn,
  linkToItsNeighbours,
} from '#src/verdicts/oracles/lists/page';

/** A list is read on 1, 2 and 3 pages, and then on up to this many, if its length allows it. */
const most = 8;

type Filter = Readonly<Record<string, unknown>>;
type Fixtures = Pick<TestFixtures, 'given' | 'merchant' | 'sample'>;

/** How a test adds to a list, so that it has several pages; the results are filters of the list to read. */
const filtersOf: Partial<Record<PagedOperation, (fixtures: Fixtures) => Promise<readonly Filter[]>>> = {
  listRejectedProducts: async ({ given }) => {
    await given.rejectedStyles(30);
    return [{}];
  },
  listProducts: async ({ given, merchant, sample }) => {
    const variants = styleOf(await given.referenceData(), given.prefix, { variants: { min: 3, max: 9 } });
    const style = sample(given.found(variants, 'no category has enough colors and sizes for three variants'));
    await given.upserted([...style, await given.productItem()]);
    const ofStyle = { style_key: style[0]?.style_key };
    // If others add to a list while it is read, it may have an entry on two pages.
    return merchant.shared ? [ofStyle] : [ofStyle, { status: 'draft' }, {}];
  },
  listOrders: async ({ given }) => {
    if (!given.canMakeOrders) await given.someOrder();
    else {
      const product = await given.orderedProduct();
      for (let made = 0; made < 3; made += 1) await given.customerOrder(product);
    }
    return [{}];
  },
};

/** The requirements of a list's pages, of the links between them, and of the emptiness of a page past the end. */
interface ListRequirements {
  readonly pages: readonly [RequirementId, ...RequirementId[]];
  readonly links: RequirementId;
  readonly end?: RequirementId;
}

const ofMost: ListRequirements = { pages: ['REJ-10'], links: 'REJ-10' };
const requirementsOf: Partial<Record<PagedOperation, ListRequirements>> = {
  listRejectedProducts: { pages: ['REJ-06'], links: 'REJ-07', end: 'REJ-07' },
  listProducts: { ...ofMost, pages: ['REJ-10', 'PRD-19'], end: 'PRD-19' },
};

for (const operationId of pagedOperations) {
  const called = operation(operationId);
  const { method, path } = called;
  const largest = largestPage(operationId);
  const filters = async (fixtures: Fixtures) => (await filtersOf[operationId]?.(fixtures)) ?? [{}];
  /** Whether others change the list while it is read, so that its pages can't be compared. */
  const isChanging = ({ shared }: Fixtures['merchant']) =>
    shared && ['listRejectedProducts', 'listOrders'].includes(operationId);

  test(
    `Each next_cursor of ${method} ${path} leads to the next page, and following it ends`,
    covers('REJ-09'),
    async ({ bulk, given, merchant, note, sample, verify }) => {
      const [filter] = await filters({ given, merchant, sample });
      const length = given.listed(await bulk.send(called, { query: { ...filter, per_page: largest } }));
      given.need(length > 1, 'the list has too few entries for two pages');
      const query = { ...filter, per_page: Math.min(largest, Math.ceil(length / 3)) };
      const isComparable = !isChanging(merchant) && !isByCursor(operationId);
      const pages = isComparable ? (await given.everyPage(operationId, query)).exchanges : undefined;
      if (pages === undefined)
        note('REJ-09', 'not looked at: whether a cursor leads past entries of the list');

      const first = pages?.[0] ?? (await bulk.send(called, { query }));
      const followed = [first];
      given.firstCursor(first);
      const name = isByCursor(operationId) ? 'page' : 'cursor';
      const pageAfter = (page: typeof first) =>
        bulk.send(called, { query: { ...query, [name]: cursorOf(page) } });
      let [before, last] = [first, first];
      while (cursorOf(last) !== undefined && followed.length < most) {
        [before, last] = [last, await pageAfter(last)];
        followed.push(last);
        const about = { exchange: last, trail: followed.slice(0, -1).map(({ line }) => line) };
        if (!(await verify('REJ-09', about, expect(followed).to(leadOn, pages)))) return;
      }
      // The end is the same when it is read again.
      const end = await pageAfter(before);
      await verify('REJ-09', end, expect([...followed.slice(0, -1), end]).to(leadOn, pages));
      if (cursorOf(last) !== undefined) note('REJ-09', `not looked at: pages after the first ${most}`);
    },
  );

  const ids = requirementsOf[operationId] ?? ofMost;
  const [ofPages] = ids.pages;
  test(
    `The pages of ${method} ${path} agree with each other, whatever their size, and link to their neighbours`,
    covers(...ids.pages, ...(ofPages === ids.links ? [] : [ids.links])),
    async ({ forAll, given, merchant, note, sample, verify }) => {
      const read = async (filter: Filter) => ({ filter, whole: await given.everyPage(operationId, filter) });
      const readable = await Promise.all((await filters({ given, merchant, sample })).map(read));
      const look = async (list: (typeof readable)[number], per_page: number) => {
        const query = { ...list.filter, per_page };
        const { exchanges, last } = await given.undisturbed(
          () => given.everyPage(operationId, query),
          (reading) => expect(reading.exchanges).to(agree).result === undefined,
        );
        for (const id of ids.pages) {
          const key = id === 'PRD-19' ? called.entryKey : undefined;
          await verify(id, last, expect(exchanges).to(agree, key));
        }
        if (isChanging(merchant))
          note(ofPages, 'not looked at: the entries of the list, because others change it');
        else await verify(ofPages, last, expect(exchanges).to(holdTheEntriesOf, list.whole.exchanges));

        for (const [index, page] of exchanges.entries()) {
          await verify(ids.links, page, expect(page).to(linkToItsNeighbours));
          for (const [name, to] of [
            ['next', index + 1],
            ['prev', index - 1],
          ] as const) {
            const link = member(member(page.json, 'pagination'), name);
            const neighbour = exchanges[to];
            if (typeof link !== 'string' || neighbour === undefined || index >= most) continue;
            const followed = await given.follow(operationId, link);
            const about = { exchange: followed, trail: [`${page.line}, and then its ${name}`] };
            if (ids.links === 'REJ-10')
              await verify(ids.links, about, expect(followed).to(bePage, to + 1, per_page));
            if (!isChanging(merchant))
              await verify(ids.links, about, expect(followed).to(showTheSameAs, neighbour));
          }
        }
        // Without a page that links to it, a page by cursor can't be requested.
        if (isByCursor(operationId)) return;
        const end = await given.pastTheEnd(operationId, query, exchanges);
        for (const id of ids.pages)
          await verify(id, end.past, expect(end.past).to(countAsTheLastPage, end.last));
        if (ids.end !== undefined) await verify(ids.end, end.past, expect(end.past).to(beAnEmptyPage));
      };

      // A list that others change may be so long that it is read as seldom as possible.
      for (const list of readable)
        for (const pages of isChanging(merchant) ? [3] : [1, 2, 3]) {
          const per_page = Math.min(largest, Math.ceil(list.whole.entries.length / pages));
          if (per_page > 0) await look(list, per_page);
          if (per_page * pages !== list.whole.entries.length)
            note(ofPages, `not looked at: a list of exactly ${counted(pages, 'full page')}`);
        }
      if (isChanging(merchant)) return;
      const sizes = readable.map(({ whole }, index) => {
        const least = Math.max(1, Math.min(largest, Math.ceil(whole.entries.length / most)));
        return fc.tuple(fc.constant(index), fc.integer({ min: least, max: largest }));
      });
      await forAll(
        fc.oneof(...sizes),
        async ([index, per_page]) => {
          const list = readable[index];
          if (list !== undefined) await look(list, per_page);
        },
        { exchangesEach: 16 },
      );
    },
  );
}
