import fc from 'fast-check';
import { covers, expect, test } from '#fixtures';
import { priceForCountryNotLinked } from '#src/data/invalid/update-items';
import { unknownKey } from '#src/data/valid/identifiers';
import { unlinkedCountries } from '#src/data/valid/reference-data';
import { priceItem } from '#src/data/valid/update-items';
import { haveSucceeded, reportAFailure } from '#src/verdicts/oracles/batches/batch';
import { failWhereBad } from '#src/verdicts/oracles/batches/batch-entries';
import { differByTheEffects } from '#src/verdicts/oracles/lists/changes';

/** Requests for one example: a batch with its reads, and a read before and after it. */
const exchangesEach = 8;

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
