import { covers, expect, test } from '../../fixtures/index.js';

test('Brands are listed', covers('REF-05'), async ({ api, verify }) => {
  const listed = await api.listBrands();
  await verify('REF-05', listed, () => expect(listed).toListAtLeastOne());
});
