import fc from 'fast-check';
import { covers, type Exchange, expect, test } from '#fixtures';
import { invalidPriceItems, invalidStockItems } from '#src/data/invalid/update-items';
import type { ProductItem } from '#src/data/valid/product-item';
import { pastInTheEast, pastMoment, priceItem, stockItem, stockRange } from '#src/data/valid/update-items';
import { beAccepted, beRefused, refusalInWords } from '#src/verdicts/oracles/batches/batch';
import { succeedWhereGood } from '#src/verdicts/oracles/batches/batch-entries';
import { differByTheEffects } from '#src/verdicts/oracles/lists/changes';
import { listAnEntryWith } from '#src/verdicts/oracles/lists/list';

/**
 * The update of the stock and that of a price of a product: right values, also at their bounds, with a value for an
 * older update of the same thing; and items with a mistake.
 */
const updates = [
  {
    id: 'STK-03',
    operationId: 'updateProductStock',
    name: 'stock',
    values: 'quantities',
    of({ sku }: ProductItem) {
      const item = stockItem([sku]);
      const atBounds = item.map((each) =>
        [stockRange.max, stockRange.min].map((quantity) => ({ ...each, quantity })),
      );
      return { rightAndOlder: fc.tuple(atBounds, item), wrong: invalidStockItems([sku]) };
    },
  },
  {
    id: 'PRC-03',
    operationId: 'updateProductPrices',
    name: 'price',
    values: 'prices',
    of({ sku, prices }: ProductItem) {
      const countries = prices.map(({ country_code }) => country_code);
      const rightAndOlder = fc.constantFrom(...countries).chain((country) => {
        const item = priceItem([sku], [country]);
        const atBounds = item.map(({ price, ...each }) => [
          { ...each, price: 'sale_price' in price ? { ...price, sale_price: price.retail_price } : price },
        ]);
        return fc.tuple(atBounds, item);
      });
      return { rightAndOlder, wrong: invalidPriceItems([sku], countries) };
    },
  },
] as const;

const isOfBound = (mistake: string) => /(quantity|_price) (equal|below|above|with a fraction)/.test(mistake);

for (const { id, operationId, name, values, of } of updates)
  test(
    `A ${name} update accepts ${values} within their bounds, and refuses ${values} outside them and a valid_at that is older than that of the last one`,
    covers(id),
    async ({ bulk, forAll, given, note, submit, verify }) => {
      const product = await given.draftProduct();
      const { targetTime } = await bulk.listProducts({ query: { sku: product.sku } });
      const drawn = of(product);
      const mistakes = [...drawn.wrong].flatMap(([mistake, item]) => (isOfBound(mistake) ? [item] : []));
      if (mistakes.length === 0)
        note(id, `not looked at: ${values} outside their bounds, because the contract allows all`);
      await forAll(
        fc.tuple(drawn.rightAndOlder, fc.tuple(...mistakes), pastMoment(targetTime)),
        async ([[right, older], wrong, valid_at]) => {
          let accepted: Exchange | undefined;
          for (const item of right) {
            // Without valid_at, it counts from its submission on.
            const control = await submit(operationId, [item]);
            await verify(id, control, expect(control).to(beAccepted));
            accepted = control.write;
          }
          const before = await given.records({ skus: [product.sku] });
          const outdated = { invalid: { ...older, valid_at }, violation: `valid_at: ${valid_at}` };
          for (const { invalid, violation } of [...wrong, outdated]) {
            const refusal = await submit(operationId, [invalid]);
            note(id, refusalInWords(refusal));
            const about = { ...refusal, trail: [violation, ...refusal.trail] };
            await verify(id, about, expect(refusal).to(beRefused), accepted);
          }
          const after = await given.records({ skus: [product.sku] });
          await verify(id, after.exchange, expect(after.records).to(differByTheEffects, before.records, []));
        },
        { exchangesEach: 14 },
      );
    },
  );

test(
  'Of two stock updates in one batch, the one whose valid_at is later is in effect afterwards',
  covers('STK-03'),
  async ({ bulk, given, submit, verify }) => {
    const { sku } = await given.newDraft();
    const { targetTime } = await bulk.listProducts({ query: { sku } });
    // The first updates of the product: whatever their order, the later one is in effect at the end.
    const older = {
      sku,
      quantity: Math.min(stockRange.min + 2, stockRange.max),
      valid_at: pastInTheEast(targetTime),
    };
    const later = { sku, quantity: Math.min(stockRange.min + 1, stockRange.max) };
    const both = await submit('updateProductStock', [later, older]);
    const isAccepted = expect(both).to(succeedWhereGood, [{ item: later, good: true, effects: [] }]);
    await verify('STK-03', both, isAccepted);
    const listed = await bulk.listProducts({ query: { sku } });
    const hasLaterQuantity = expect(listed).to(listAnEntryWith, 'items', 'quantity', later.quantity);
    await verify('STK-03', { ...both, exchange: listed }, hasLaterQuantity);
  },
);
