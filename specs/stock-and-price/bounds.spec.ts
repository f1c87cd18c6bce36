import fc from 'fast-check';
import { covers, expect, test } from '#fixtures';
import { invalidPriceItems, invalidStockItems } from '#src/data/invalid/update-items';
import { pastInTheEast, pastMoment, priceItem, stockRange } from '#src/data/valid/update-items';
import { beAccepted, beRefused, haveSucceeded, refusalInWords } from '#src/verdicts/oracles/batches/batch';
import { succeedWhereGood } from '#src/verdicts/oracles/batches/batch-entries';
import { differByTheEffects } from '#src/verdicts/oracles/lists/changes';
import { listAnEntryWith } from '#src/verdicts/oracles/lists/list';

test(
  'A stock update accepts quantities within their bounds and refuses quantities outside them',
  covers('STK-03'),
  async ({ bulk, forAll, given, note, submit, verify }) => {
    const { sku } = await given.draftProduct();
    for (const quantity of [stockRange.max, stockRange.min]) {
      const update = await submit('updateProductStock', [{ sku, quantity }]);
      await verify('STK-03', update, expect(update).to(beAccepted));
      const listed = await bulk.listProducts({ query: { sku } });
      await verify('STK-03', listed, expect(listed).to(listAnEntryWith, 'items', 'quantity', quantity));
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
        await verify('STK-03', control, expect(control.items).to(haveSucceeded));
        for (const { invalid, violation } of wrong) {
          const refusal = await submit('updateProductStock', [invalid]);
          note('STK-03', refusalInWords(refusal));
          const trail = [violation, ...refusal.trail];
          await verify('STK-03', { ...refusal, trail }, expect(refusal).to(beRefused), control.exchange);
        }
        const after = await bulk.listProducts({ query: { sku } });
        await verify('STK-03', after, expect(after).to(listAnEntryWith, 'items', 'quantity', valid.quantity));
      },
      { exchangesEach: 10 },
    );
  },
);

test(
  'A stock update whose valid_at is older than that of the last one fails and undoes no other update in its batch',
  covers('STK-03'),
  async ({ bulk, forAll, given, note, submit, verify }) => {
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
    await verify(
      'STK-03',
      both,
      expect(both).to(succeedWhereGood, [{ item: later, good: true, effects: [] }]),
    );
    const listed = await bulk.listProducts({ query: { sku } });
    const hasLaterQuantity = expect(listed).to(listAnEntryWith, 'items', 'quantity', later.quantity);
    await verify('STK-03', { ...both, exchange: listed }, hasLaterQuantity);
    const quantities = fc.uniqueArray(fc.integer(stockRange), { minLength: 2, maxLength: 2 });
    await forAll(
      fc.record({ quantities, valid_at: pastMoment(targetTime) }),
      async ({ quantities: [now = 0, before = 0], valid_at }) => {
        // The same update without valid_at counts from its submission on.
        const control = await given.batch('updateProductStock', {
          body: { items: [{ sku, quantity: now }] },
        });
        await verify('STK-03', control, expect(control.items).to(haveSucceeded));
        const refusal = await submit('updateProductStock', [{ sku, quantity: before, valid_at }]);
        note('STK-03', refusalInWords(refusal));
        await verify('STK-03', refusal, expect(refusal).to(beRefused), control.exchange);
        const after = await bulk.listProducts({ query: { sku } });
        await verify('STK-03', after, expect(after).to(listAnEntryWith, 'items', 'quantity', now));
      },
      { exchangesEach: 12 },
    );
  },
);

test(
  'A price update accepts prices within their bounds and refuses prices outside them',
  covers('PRC-03'),
  async ({ forAll, given, note, submit, verify }) => {
    const { sku, prices } = await given.draftProduct();
    const countries = prices.map(({ country_code }) => country_code);
    const wrong = [...invalidPriceItems([sku], countries)]
      .filter(([name]) => /^price\.\w+_price (equal|below|above) /.test(name))
      .map(([, item]) => item);
    await forAll(
      fc.tuple(priceItem([sku], countries), fc.tuple(...wrong)),
      async ([valid, mistakes]) => {
        const { sale_price, ...regular } = valid.price;
        const hasSale = sale_price !== undefined;
        const equal = { ...regular, ...(hasSale && { sale_price: regular.retail_price }) };
        const control = await submit('updateProductPrices', [{ ...valid, price: equal }]);
        await verify('PRC-03', control, expect(control).to(beAccepted));
        const before = await given.records({ skus: [sku] });
        for (const { invalid, violation } of mistakes) {
          const refusal = await submit('updateProductPrices', [invalid]);
          note('PRC-03', refusalInWords(refusal));
          const trail = [violation, ...refusal.trail];
          await verify('PRC-03', { ...refusal, trail }, expect(refusal).to(beRefused), control.write);
        }
        const after = await given.records({ skus: [sku] });
        const isUnchanged = expect(after.records).to(differByTheEffects, before.records, []);
        await verify('PRC-03', after.exchange, isUnchanged);
      },
      { exchangesEach: 12 },
    );
  },
);

test(
  'A price update whose valid_at is older than that of the last one fails',
  covers('PRC-03'),
  async ({ bulk, forAll, given, note, submit, verify }) => {
    const { sku, prices } = await given.draftProduct();
    const { targetTime } = await bulk.listProducts({ query: { sku } });
    const [country] = prices.map(({ country_code }) => country_code);
    const item = priceItem([sku], country === undefined ? [] : [country]);
    await forAll(
      fc.record({ last: item, older: item, valid_at: pastMoment(targetTime) }),
      async ({ last, older, valid_at }) => {
        // An update without valid_at counts from its submission on.
        const control = await given.batch('updateProductPrices', { body: { items: [last] } });
        await verify('PRC-03', control, expect(control.items).to(haveSucceeded));
        const before = await given.records({ skus: [sku] });
        const refusal = await submit('updateProductPrices', [{ ...older, valid_at }]);
        note('PRC-03', refusalInWords(refusal));
        const after = await given.records({ skus: [sku] });
        await verify('PRC-03', refusal, expect(refusal).to(beRefused), control.exchange);
        const isUnchanged = expect(after.records).to(differByTheEffects, before.records, []);
        await verify('PRC-03', { ...refusal, exchange: after.exchange }, isUnchanged);
      },
      { exchangesEach: 12 },
    );
  },
);
