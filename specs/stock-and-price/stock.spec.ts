import fc from 'fast-check';
import { covers, expect, refusalInWords, test } from '../../fixtures/index.js';
import { invalidStockItem } from '../../src/arbitraries/invalid/stock-item.js';
import { pastMoment } from '../../src/arbitraries/past-moment.js';
import { stockItem } from '../../src/arbitraries/stock-item.js';
import { unknownSku } from '../../src/arbitraries/unknown-product-key.js';

/** Where the list shows the quantity, and what a stock item looks like. */
const gaps = ['G-08', 'G-11'];
/** Requests of one example: a batch with its reads, and a reading before and after it. */
const exchangesEach = 8;

test(
  'A stock update changes the quantity of its product and nothing else',
  covers('STK-01'),
  async ({ forAll, given, submit, verify }) => {
    const products = [...(await given.draftProducts(3)), await given.activeProduct()];
    const skus = products.map(({ sku }) => sku);
    await forAll(
      fc.uniqueArray(stockItem(skus), { minLength: 1, selector: ({ sku }) => sku }),
      async (items) => {
        const before = await given.records({ skus });
        const update = await submit('updateProductStock', items);
        await verify('STK-01', update, () => expect(update).toBeAccepted('G-11'));
        const after = await given.records({ skus });
        const effects = items.map(({ sku, quantity }) => ({
          ...{ record: `product ${sku}`, field: 'quantity', acceptable: [quantity] },
          gaps,
        }));
        await verify('STK-01', { ...update, exchange: after.exchange }, () =>
          expect(after.records).toDifferByTheEffects(before.records, effects),
        );
      },
      { exchangesEach },
    );
  },
);

test(
  'A stock update of an unknown sku is reported as failed, and changes nothing',
  covers('STK-02'),
  async ({ forAll, given, submit, verify }) => {
    const { sku } = await given.draftProduct();
    const control = await given.batch('updateProductStock', { body: { items: [{ sku, quantity: 1 }] } });
    await verify('STK-02', control, () => expect(control.items).toHaveSucceeded());
    await forAll(
      unknownSku(given.prefix).chain((unknown) => stockItem([unknown])),
      async (item) => {
        const foreseen = [{ item, good: false, effects: [] }];
        const before = await given.records({ skus: [sku, item.sku] });
        const update = await submit('updateProductStock', [item]);
        const after = await given.records({ skus: [sku, item.sku] });
        await verify('STK-02', update, () => expect(update).toFailWhereBad(foreseen), control.exchange);
        await verify('STK-02', update, () => expect(update.batch?.items ?? []).toReportAFailure());
        await verify('STK-02', { ...update, exchange: after.exchange }, () =>
          expect(after.records).toDifferByTheEffects(before.records, []),
        );
      },
      { exchangesEach },
    );
  },
);

test(
  'A stock update keeps the bounds of the quantity',
  covers('STK-03'),
  async ({ bulk, forAll, given, note, submit, verify }) => {
    const { sku } = await given.draftProduct();
    for (const quantity of [1_000_000, 0]) {
      const update = await submit('updateProductStock', [{ sku, quantity }]);
      await verify('STK-03', update, () => expect(update).toBeAccepted());
      const listed = await bulk.listProducts({ query: { sku } });
      await verify('STK-03', listed, () => expect(listed).toListAnEntryWith('items', 'quantity', quantity));
    }
    await forAll(
      fc.tuple(
        invalidStockItem([sku], 'quantity below 0'),
        invalidStockItem([sku], 'quantity above 1000000'),
        invalidStockItem([sku], 'quantity with a fraction'),
      ),
      async (wrong) => {
        const [{ valid }] = wrong;
        const control = await given.batch('updateProductStock', { body: { items: [valid] } });
        await verify('STK-03', control, () => expect(control.items).toHaveSucceeded());
        for (const { invalid, violation } of wrong) {
          const refusal = await submit('updateProductStock', [invalid]);
          note('STK-03', refusalInWords(refusal));
          const trail = [violation, ...refusal.trail];
          await verify(
            'STK-03',
            { ...refusal, trail },
            () => expect(refusal).toBeRefused(),
            control.exchange,
          );
        }
        const after = await bulk.listProducts({ query: { sku } });
        await verify('STK-03', after, () =>
          expect(after).toListAnEntryWith('items', 'quantity', valid.quantity),
        );
      },
      { exchangesEach: 10 },
    );
  },
);

test(
  'A stock update that is older than the last one is refused',
  covers('STK-03'),
  async ({ bulk, forAll, given, note, submit, verify }) => {
    const { sku } = await given.draftProduct();
    const quantities = fc.uniqueArray(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 2, maxLength: 2 });
    await forAll(
      fc.record({ quantities, valid_at: pastMoment(Date.now()) }),
      async ({ quantities: [now = 0, before = 0], valid_at }) => {
        // The same without valid_at counts from its submission on.
        const control = await given.batch('updateProductStock', {
          body: { items: [{ sku, quantity: now }] },
        });
        await verify('STK-03', control, () => expect(control.items).toHaveSucceeded());
        const refusal = await submit('updateProductStock', [{ sku, quantity: before, valid_at }]);
        note('STK-03', refusalInWords(refusal));
        await verify('STK-03', refusal, () => expect(refusal).toBeRefused(), control.exchange);
        const after = await bulk.listProducts({ query: { sku } });
        await verify('STK-03', after, () => expect(after).toListAnEntryWith('items', 'quantity', now));
      },
      { exchangesEach: 12 },
    );
  },
);
