import fc from 'fast-check';
import { covers, expect, test } from '#fixtures';
import { changedProductItem, productItem } from '#src/data/product-item';
import { showOnce } from '#src/verdicts/oracles/product';

test.describe('A valid product item', () => {
  test(
    'creates a draft that shows the values sent',
    covers('PRD-01', 'PRD-03', 'PRD-15'),
    async ({ forAll, given, submit, verify }) => {
      const item = productItem(await given.referenceDataWithSecondSizes(), given.prefix);
      let isAccepted = false;
      await forAll(
        fc.array(item, { minLength: 1, maxLength: 6 }),
        async (drawn) => {
          // The keys are new, so that no smaller example uses the products of an earlier one.
          const items = drawn.map((each) => ({ ...each, sku: given.newKey(), style_key: given.newKey() }));
          const submission = await submit('upsertProducts', items);
          if (!(await verify('PRD-01', submission, expect(submission).toBeAccepted()))) return;
          isAccepted = true;

          const { rows, exchange } = await given.productRows(...items);
          const active = await given.everyPage('listProducts', { status: 'active' });
          const [list, filtered] = [
            { ...submission, exchange },
            { ...submission, exchange: active.last },
          ];
          for (const each of items) {
            await verify('PRD-01', list, expect(rows).to(showOnce, each.sku));
            await verify('PRD-15', list, expect(rows).toGiveBack(each));
            await verify('PRD-03', list, expect(rows).toGiveBack({ sku: each.sku, status: 'draft' }));
          }
          await verify('PRD-03', filtered, expect(active.entries).toShowNothingOf(...items));
        },
        { exchangesEach: 12 },
      );
      given.need(isAccepted, 'no batch of valid items was accepted');
    },
  );

  test(
    'for an existing sku updates that product, and changes nothing when it is sent again',
    covers('PRD-02', 'PRD-14', 'PRD-15'),
    async ({ forAll, given, submit, verify }) => {
      const reference = await given.referenceDataWithSecondSizes();
      const versions = productItem(reference, given.prefix).chain((item) =>
        changedProductItem(item, reference).map((changed) => ({ item, changed })),
      );
      let isUpdated = false;
      await forAll(
        fc.array(versions, { minLength: 1, maxLength: 4 }),
        async (drawn) => {
          const keys = drawn.map(() => ({ sku: given.newKey(), style_key: given.newKey() }));
          await given.upserted(drawn.map(({ item }, index) => ({ ...item, ...keys[index] })));
          const first = drawn.map(({ changed }, index) => ({ ...changed, ...keys[index] }));
          // The second change sends the original values again.
          const second = drawn.map(({ item }, index) => ({ ...item, ...keys[index] }));

          for (const items of [first, second]) {
            const update = await submit('upsertProducts', items);
            if (!(await verify('PRD-02', update, expect(update).toBeAccepted()))) return;
            const { rows, exchange } = await given.productRows(...items);
            const list = { ...update, exchange };
            for (const each of items) {
              await verify('PRD-02', list, expect(rows).to(showOnce, each.sku));
              await verify('PRD-02', list, expect(rows).toGiveBack(each));
              await verify('PRD-15', list, expect(rows).toGiveBack(each));
            }
          }
          isUpdated = true;

          const before = await given.productRows(...second);
          const again = await submit('upsertProducts', second);
          const later = await given.productRows(...second);
          await verify('PRD-14', again, expect(again).toBeAccepted());
          await verify(
            'PRD-14',
            { ...again, exchange: later.exchange },
            expect(later.rows).toShowTheSameOf(before.rows, ...second),
          );
        },
        { exchangesEach: 30 },
      );
      given.need(isUpdated, 'no update was accepted');
    },
  );
});
