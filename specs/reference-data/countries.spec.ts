import { covers, expect, inSmoke, test } from '../../fixtures/index.js';

test(
  'Countries and locales linked to the merchant are listed, at least one of each',
  inSmoke(covers('REF-01')),
  async ({ api, verify }) => {
    const listed = await api.listCountries();
    await verify('REF-01', listed, () => expect(listed).toListAtLeastOne('countries', 'locales'));
  },
);
