import fc from 'fast-check';
import { covers, expect, inSmoke, test } from '#fixtures';
import { price } from '#src/data/price';

test(
  'The countries and locales linked to the merchant are listed, at least one of each',
  inSmoke(covers('REF-01')),
  async ({ api, verify }) => {
    const listed = await api.listCountries();
    await verify('REF-01', listed, expect(listed).toListAtLeastOne('countries', 'locales'));
  },
);

test(
  'A product can be published and priced in every listed country and described in every listed locale',
  covers('REF-01'),
  async ({ given, sample, submit, verify }) => {
    given.mayWrite();
    const { countries, locales } = await given.referenceData();
    const linked = [...new Set(countries)];
    const submission = await submit('upsertProducts', [
      {
        ...(await given.productItem()),
        countries: linked,
        prices: sample(fc.tuple(...linked.map(price))),
        descriptions: Object.fromEntries(locales.map((locale) => [locale, `In the language of ${locale}`])),
      },
    ]);
    await verify('REF-01', submission, expect(submission).toBeAccepted('G-02', 'G-05'));
  },
);
