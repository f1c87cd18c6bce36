import fc from 'fast-check';
import { covers, expect, test } from '#fixtures';
import { productItemAtBound, productItemBounds } from '#src/data/product-bounds';

const isOfStyleKey = (bound: string) => /^style_key of 120/.test(bound);

for (const [id, what, bounds] of [
  ['PRD-13', 'with a style key of 120 characters', productItemBounds.filter(isOfStyleKey)],
  ['PRD-17', 'at each of its bounds', productItemBounds.filter((bound) => !isOfStyleKey(bound))],
] as const) {
  test(
    `A product item ${what} is accepted`,
    covers(id),
    async ({ forAll, given, note, sample, submit, verify }) => {
      const reference = await given.referenceData();
      const atBounds = (prefix: string) =>
        bounds.map((bound) =>
          given.found(
            productItemAtBound(reference, prefix, bound),
            `the reference data allows no such item: ${bound}`,
          ),
        );
      const items = [];
      for (const each of sample(fc.tuple(...atBounds(`${given.prefix}a-`))))
        if (await given.isUnused(each.item)) items.push(each);
        else note(id, `not looked at: ${each.bound}, with a key that a product of the merchant already has`);
      const submissions = await submit.each(
        'upsertProducts',
        items.map(({ item }) => [item]),
      );
      for (const [index, submission] of submissions.entries()) {
        const trail = [items[index]?.bound ?? '', ...submission.trail];
        await verify(id, { ...submission, trail }, expect(submission).toBeAccepted());
      }
      await forAll(
        // From the same seed, keys with the same prefix would be the same.
        fc.oneof(...atBounds(`${given.prefix}b-`)),
        async ({ item, bound }) => {
          if (!(await given.isUnused(item))) {
            note(id, `not looked at: ${bound}, with a key that a product of the merchant already has`);
            return;
          }
          const submission = await submit('upsertProducts', [item]);
          const trail = [bound, ...submission.trail];
          await verify(id, { ...submission, trail }, expect(submission).toBeAccepted());
        },
        { exchangesEach: 30 },
      );
    },
  );
}
