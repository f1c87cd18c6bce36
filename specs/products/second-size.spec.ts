import fc from 'fast-check';
import { covers, expect, test } from '#fixtures';
import { productItem } from '#src/data/product-item';
import { withCategories } from '#src/data/reference-data';

test(
  'The second size of a product can be the id of a size or null',
  covers('PRD-10'),
  async ({ forAll, given, submit, verify }) => {
    const reference = given.found(
      withCategories(await given.referenceDataWithSecondSizes(), ({ secondSizes }) => secondSizes.length > 0),
      'none of the categories that were read has second sizes',
    );
    const ids = reference.categories.flatMap(({ secondSizes }) => secondSizes);
    const item = productItem(reference, given.prefix);
    await forAll(
      fc.tuple(item, item, fc.constantFrom(...ids)),
      async ([one, other, second_size]) => {
        for (const sent of [
          { ...one, second_size },
          { ...other, second_size: null },
        ]) {
          const submission = await submit('upsertProducts', [sent]);
          await verify('PRD-10', submission, expect(submission).toBeAccepted());
        }
      },
      { exchangesEach: 16 },
    );
  },
);
