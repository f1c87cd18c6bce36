import fc from 'fast-check';
import { covers, expect, test } from '#fixtures';
import { priceForCountryNotLinked } from '#src/data/invalid/update-items';
import { unknownKey } from '#src/data/valid/identifiers';
import { type Price, price } from '#src/data/valid/price';
import { unlinkedCountries } from '#src/data/valid/reference-data';
import { priceItem } from '#src/data/valid/update-items';
import { beAccepted, haveSucceeded, reportAFailure } from '#src/verdicts/oracles/batches/batch';
import { failWhereBad } from '#src/verdicts/oracles/batches/batch-entries';
import { differByTheEffects } from '#src/verdicts/oracles/lists/changes';

/** The place of the prices in the list, and the shape of a price item. */
const gaps = ['G-08', 'G-11'];
/** Requests for one example: a batch with its reads, and a read before and after it. */
const exchangesEach = 8;

/**
 * The expected price in a country after an update. Without a sale, its field may be null or absent; a sale that the
 * target's update can't name is not judged.
 */
function effectOf(sku: string, price: Price, before: ReadonlyMap<string, Readonly<Record<string, unknown>>>) {
  const [record, field] = [`product ${sku}`, `price ${price.country_code}`];
  const former = before.get(record)?.[field];
  const acceptable = 'sale_price' in price ? [price] : [price, { ...Object(former), ...price }];
  return { record, field, acceptable, gaps };
}

test(
  'A price update changes the price in its country and in no other country',
  covers('PRC-01', 'BAT-19'),
  async ({ forAll, given, ownStyles, sample, submit, verify }) => {
    const { countries } = await given.referenceData();
    const prices = sample(fc.tuple(...countries.map(price)));
    // Each product has a variant that keeps its own prices.
    const products = await ownStyles([2, 2], { countries, prices });
    const skus = products.items.map(({ sku }) => sku);
    await forAll(
      fc.uniqueArray(priceItem(skus, countries), {
        minLength: 1,
        maxLength: 5,
        selector: (item) => `${item.sku} ${item.price.country_code}`,
      }),
      async (items) => {
        const before = await given.records({ skus });
        const update = await submit('updateProductPrices', items);
        await verify('PRC-01', update, expect(update).to(beAccepted, 'G-11'));
        const after = await given.records({ skus });
        const effects = items.map((item) => effectOf(item.sku, item.price, before.records));
        const hasTheEffects = expect(after.records).to(differByTheEffects, before.records, effects);
        await verify('PRC-01', { ...update, exchange: after.exchange }, hasTheEffects);
      },
      { exchangesEach },
    );
  },
);

test(
  'A price update for an unknown sku or an unlinked country fails and changes no price',
  covers('PRC-02'),
  async ({ forAll, given, note, sample, submit, verify }) => {
    const { sku, prices } = await given.draftProduct();
    const linked = prices.map(({ country_code }) => country_code);
    const good = sample(priceItem([sku], linked));
    const control = await given.batch('updateProductPrices', { body: { items: [good] } });
    const { countries } = await given.referenceData();
    const isReportedAsFailed = async (items: readonly unknown[]) => {
      const before = await given.records({ skus: [sku] });
      const update = await submit('updateProductPrices', items);
      const after = await given.records({ skus: [sku] });
      const foreseen = items.map((item) => ({ item, good: false, effects: [] }));
      await verify('PRC-02', update, expect(update).to(failWhereBad, foreseen), control.exchange);
      for (const [index] of items.entries())
        await verify('PRC-02', update, expect(update.batch?.items ?? []).to(reportAFailure, index));
      const isUnchanged = expect(after.records).to(differByTheEffects, before.records, []);
      await verify('PRC-02', { ...update, exchange: after.exchange }, isUnchanged);
    };

    // One country of each kind, because it is not known which of them are linked to other merchants.
    const elsewhere = unlinkedCountries(countries).map((country_code) => ({
      sku,
      price: { ...good.price, country_code },
    }));
    if (elsewhere.length > 0) await isReportedAsFailed(elsewhere);
    const unknown = unknownKey(given.prefix).chain((other) => priceItem([other], countries));
    const notLinked = priceForCountryNotLinked([sku], countries)?.map(({ invalid }) => invalid);
    if (notLinked === undefined)
      note('PRC-02', 'not looked at: a country that is not linked, because all known countries are linked');
    const mistakes: fc.Arbitrary<readonly unknown[]> =
      notLinked === undefined ? fc.tuple(unknown) : fc.tuple(unknown, notLinked);
    await forAll(
      mistakes,
      async (items) => {
        for (const item of items) await isReportedAsFailed([item]);
      },
      { exchangesEach: 2 * exchangesEach },
    );
    // Sent last, because the control alone proves nothing about the other updates.
    await verify('PRC-02', control, expect(control.items).to(haveSucceeded));
  },
);
