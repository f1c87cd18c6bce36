import { covers, expect, isByCursor, largestPage, operation, test } from '#fixtures';
import { styleOf } from '#src/data/product-item';
import { cursorOf, leadOn } from '#src/verdicts/oracles/page';

/** Lists with pages, each with the filter for its entries that only the test changes. */
const lists = ['listRejectedProducts', 'listProducts', 'listOrders', 'listCategories'] as const;

/** The number of pages that a list of known length is read on, and the most that are read of any list. */
const [wanted, most] = [3, 8];

for (const operationId of lists) {
  const { method, path } = operation(operationId);
  test(
    `Each next_cursor of ${method} ${path} leads to the next page, and following it ends`,
    covers('REJ-09'),
    async ({ bulk, given, merchant, note, sample, verify }) => {
      const filterOf = {
        listCategories: async () => ({}),
        listRejectedProducts: async () => void (await given.rejectedStyles(wanted)),
        listProducts: async () => {
          const variants = styleOf(await given.referenceData(), given.prefix, {
            variants: { min: wanted, max: wanted },
          });
          const style = sample(given.found(variants, 'no category has enough choices for three variants'));
          await given.upserted(style);
          return { style_key: style[0]?.style_key };
        },
        listOrders: async () => {
          if (!given.canMakeOrders) return void (await given.someOrder());
          const product = await given.orderedProduct();
          for (let made = 0; made < wanted; made += 1) await given.customerOrder(product);
        },
      };
      const filter = (await filterOf[operationId]()) ?? {};
      const called = operation(operationId);
      const largest = largestPage(operationId);
      const count = given.listed(await bulk.send(called, { query: { ...filter, per_page: largest } }));
      given.need(count > 1, 'the list has no two entries, which two pages need');

      const query = { ...filter, per_page: Math.min(largest, Math.ceil(count / wanted)) };
      // If others change a list while it is read, its pages can't be compared.
      const changes = merchant.shared && ['listRejectedProducts', 'listOrders'].includes(operationId);
      const isCounted = !changes && !isByCursor(operationId) && count <= wanted * largest;
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
}
