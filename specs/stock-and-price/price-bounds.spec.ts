import fc from 'fast-check';
import { covers, expect, test } from '#fixtures';
import { invalidPriceItems } from '#src/data/invalid/update-items';
import { regularPrice, retailLimits } from '#src/data/price';
import { pastMoment, priceItem } from '#src/data/update-items';
import { refusalInWords } from '#src/verdicts/oracles/batch';

test(
  'A price update accepts prices within their bounds and refuses prices outside them',
  covers('PRC-03'),
  async ({ forAll, given, note, submit, verify }) => {
    const { sku, prices } = await given.draftProduct();
    const countries = prices.map(({ country_code }) => country_code);
    for (const country of countries.slice(0, 1))
      for (const retail of retailLimits('updateProductPrices')) {
        const item = { sku, price: regularPrice('updateProductPrices', country, retail) };
        const update = await submit('updateProductPrices', [item]);
        await verify('PRC-03', update, expect(update).toBeAccepted());
      }
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
        await verify('PRC-03', control, expect(control).toBeAccepted());
        const before = await given.records({ skus: [sku] });
        for (const { invalid, violation } of mistakes) {
          const refusal = await submit('updateProductPrices', [invalid]);
          note('PRC-03', refusalInWords(refusal));
          const trail = [violation, ...refusal.trail];
          await verify('PRC-03', { ...refusal, trail }, expect(refusal).toBeRefused(), control.write);
        }
        const after = await given.records({ skus: [sku] });
        await verify(
          'PRC-03',
          after.exchange,
          expect(after.records).toDifferByTheEffects(before.records, []),
        );
      },
      { exchangesEach: 12 },
    );
  },
);

test(
  'A price update with an older valid_at than the last one fails',
  covers('PRC-03'),
  async ({ forAll, given, note, submit, verify }) => {
    const { sku, prices } = await given.draftProduct();
    const [country] = prices.map(({ country_code }) => country_code);
    const item = priceItem([sku], country === undefined ? [] : [country]);
    await forAll(
      fc.record({ last: item, older: item, valid_at: pastMoment(Date.now()) }),
      async ({ last, older, valid_at }) => {
        // An update without valid_at counts from its submission on.
        const control = await given.batch('updateProductPrices', { body: { items: [last] } });
        await verify('PRC-03', control, expect(control.items).toHaveSucceeded());
        const before = await given.records({ skus: [sku] });
        const refusal = await submit('updateProductPrices', [{ ...older, valid_at }]);
        note('PRC-03', refusalInWords(refusal));
        const after = await given.records({ skus: [sku] });
        await verify('PRC-03', refusal, expect(refusal).toBeRefused(), control.exchange);
        await verify(
          'PRC-03',
          { ...refusal, exchange: after.exchange },
          expect(after.records).toDifferByTheEffects(before.records, []),
        );
      },
      { exchangesEach: 12 },
    );
  },
);
