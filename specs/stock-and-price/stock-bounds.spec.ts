import fc from 'fast-check';
import { covers, expect, test } from '#fixtures';
import { invalidStockItems } from '#src/data/invalid/update-items';
import { pastInTheEast, pastMoment, stockRange } from '#src/data/update-items';
import { refusalInWords } from '#src/verdicts/oracles/batch';

test(
  'A stock update accepts quantities within their bounds and refuses quantities outside them',
  covers('STK-03'),
  async ({ bulk, forAll, given, note, submit, verify }) => {
    const { sku } = await given.draftProduct();
    for (const quantity of [stockRange.max, stockRange.min]) {
      const update = await submit('updateProductStock', [{ sku, quantity }]);
      await verify('STK-03', update, expect(update).toBeAccepted());
      const listed = await bulk.listProducts({ query: { sku } });
      await verify('STK-03', listed, expect(listed).toListAnEntryWith('items', 'quantity', quantity));
    }
    const wrongItems = invalidStockItems([sku]);
    const wrongQuantity = (kind: string) =>
      given.found(wrongItems.get(`quantity ${kind}`), `the contract allows a quantity ${kind}`);
    await forAll(
      fc.tuple(
        wrongQuantity('below the lower limit'),
        wrongQuantity('above the upper limit'),
        wrongQuantity('with a fraction'),
      ),
      async (wrong) => {
        const [{ valid }] = wrong;
        const control = await given.batch('updateProductStock', { body: { items: [valid] } });
        await verify('STK-03', control, expect(control.items).toHaveSucceeded());
        for (const { invalid, violation } of wrong) {
          const refusal = await submit('updateProductStock', [invalid]);
          note('STK-03', refusalInWords(refusal));
          const trail = [violation, ...refusal.trail];
          await verify('STK-03', { ...refusal, trail }, expect(refusal).toBeRefused(), control.exchange);
        }
        const after = await bulk.listProducts({ query: { sku } });
        await verify('STK-03', after, expect(after).toListAnEntryWith('items', 'quantity', valid.quantity));
      },
      { exchangesEach: 10 },
    );
  },
);

test(
  'A stock update with an older valid_at than the last one fails and undoes nothing of its batch',
  covers('STK-03'),
  async ({ bulk, forAll, given, note, submit, verify }) => {
    const { sku } = await given.draftProduct();
    // The first updates of the product: whatever their order, the later one is in effect at the end.
    const older = {
      sku,
      quantity: Math.min(stockRange.min + 2, stockRange.max),
      valid_at: pastInTheEast(Date.now()),
    };
    const later = { sku, quantity: Math.min(stockRange.min + 1, stockRange.max) };
    const both = await submit('updateProductStock', [later, older]);
    await verify('STK-03', both, expect(both).toSucceedWhereGood([{ item: later, good: true, effects: [] }]));
    const listed = await bulk.listProducts({ query: { sku } });
    await verify(
      'STK-03',
      { ...both, exchange: listed },
      expect(listed).toListAnEntryWith('items', 'quantity', later.quantity),
    );
    const quantities = fc.uniqueArray(fc.integer(stockRange), { minLength: 2, maxLength: 2 });
    await forAll(
      fc.record({ quantities, valid_at: pastMoment(Date.now()) }),
      async ({ quantities: [now = 0, before = 0], valid_at }) => {
        // The same update without valid_at counts from its submission on.
        const control = await given.batch('updateProductStock', {
          body: { items: [{ sku, quantity: now }] },
        });
        await verify('STK-03', control, expect(control.items).toHaveSucceeded());
        const refusal = await submit('updateProductStock', [{ sku, quantity: before, valid_at }]);
        note('STK-03', refusalInWords(refusal));
        await verify('STK-03', refusal, expect(refusal).toBeRefused(), control.exchange);
        const after = await bulk.listProducts({ query: { sku } });
        await verify('STK-03', after, expect(after).toListAnEntryWith('items', 'quantity', now));
      },
      { exchangesEach: 12 },
    );
  },
);
