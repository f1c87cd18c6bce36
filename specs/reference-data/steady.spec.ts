import { covers, expect, test } from '../../fixtures/index.js';

test(
  'Reading the same reference data twice gives the same',
  covers('REF-07'),
  async ({ bulk, given, verify }) => {
    const { categories } = await given.referenceData();
    const reads = [
      () => bulk.listCountries(),
      () => bulk.listBrands(),
      () => bulk.listCategories({ query: { per_page: 100 } }),
      ...categories.map(
        ({ id }) =>
          () =>
            bulk.getAttributeGroups({ path: { id } }),
      ),
    ];
    const first = [];
    for (const read of reads) first.push(await read());
    await given.wait(5);
    for (const [index, read] of reads.entries()) {
      const again = await read();
      const before = first[index];
      await verify('REF-07', again, () => expect(again.json).toBeUnchangedFrom(before?.json, 'body'), before);
    }
  },
);
