import { covers, expect, inSmoke, test } from '#fixtures';

test(
  'Brands are listed, and each id occurs once',
  inSmoke(covers('REF-05', 'REF-06')),
  async ({ api, verify }) => {
    const listed = await api.listBrands();
    await verify('REF-05', listed, expect(listed).toListAtLeastOne());
    await verify('REF-06', listed, expect(listed).toHaveUniqueIds());
  },
);
