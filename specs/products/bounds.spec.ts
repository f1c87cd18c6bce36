import fc from 'fast-check';
import { covers, expect, test } from '#fixtures';
import { type AtBound, productBounds } from '#src/data/valid/product-bounds';
import type { SubmittedProduct } from '#src/data/valid/product-item';
import { withCategories } from '#src/data/valid/reference-data';
import { beAccepted, beRefused, refusalInWords } from '#src/verdicts/oracles/batches/batch';
import { giveBack, showTheSameOf } from '#src/verdicts/oracles/products/product';

// The tests below send style keys of 120 characters.
const bounds = [...productBounds].filter(([bound]) => !/^style_key of 120/.test(bound));
type Bound = readonly [bound: string, draw: AtBound];
/** An update may keep the value of a field that it leaves out, so only a new product shows whether it may lack one. */
const isOfValue = ([bound]: Bound) => !/^(style_key|sku) of|optional field/.test(bound);

test(
  'A product item at each of its bounds is accepted',
  covers('PRD-17'),
  async ({ forAll, given, note, sample, submit, verify }) => {
    const reference = await given.referenceData();
    // No product can be deleted: where others use the merchant too, most of the items update drafts of other tests.
    const ofValues = bounds.filter(isOfValue);
    const left = await given.leftDrafts(ofValues.length);
    const inDraft = (prefix: string, [bound, draw]: Bound) => {
      const draft = left[ofValues.findIndex(([name]) => name === bound)];
      const narrowed = withCategories(reference, ({ id }) => id === draft?.category);
      if (draft === undefined || narrowed === undefined) return undefined;
      const { sku, style_key } = draft;
      return draw(narrowed, prefix)?.map((item) => ({ bound, item: { ...item, sku, style_key } }));
    };
    const inNewProduct = (prefix: string, [bound, draw]: Bound) =>
      given
        .found(draw(reference, prefix), `the reference data allows no such item: ${bound}`)
        .map((item) => ({ bound, item }));
    const areAccepted = async (drawn: readonly { bound: string; item: SubmittedProduct }[]) => {
      const items = [];
      for (const each of drawn)
        if (await given.isUnused(each.item)) items.push(each);
        else
          note(
            'PRD-17',
            `not looked at: ${each.bound}, with a key that a product of the merchant already has`,
          );
      const submissions = await submit.each(
        'upsertProducts',
        items.map(({ item }) => [item]),
      );
      for (const [index, submission] of submissions.entries()) {
        const trail = [items[index]?.bound ?? '', ...submission.trail];
        await verify('PRD-17', { ...submission, trail }, expect(submission).to(beAccepted));
      }
    };
    const prefix = `${given.prefix}a-`;
    const drawn = bounds.map((bound) => inDraft(prefix, bound) ?? inNewProduct(prefix, bound));
    await areAccepted(sample(fc.tuple(...drawn)));
    // From the same seed, keys with the same prefix would be the same.
    const others = bounds.map((bound) => inNewProduct(`${given.prefix}b-`, bound));
    await forAll(fc.oneof(...others), (one) => areAccepted([one]), { exchangesEach: 30 });
  },
);

// A key of 121 characters is a known style key and one more: a target that cuts it off would find that style.
for (const bound of [
  'style_key of 120 characters',
  'style_key of 120 characters of several bytes',
] as const) {
  test(
    `A ${bound} is stored in full, and a longer one is refused`,
    covers('PRD-13'),
    async ({ given, note, sample, submit, verify }) => {
      const reference = await given.referenceData();
      const drawn = productBounds.get(bound)?.(reference, given.prefix);
      const item = sample(given.found(drawn, 'there is no such item'));
      const [first, again] = [await submit('upsertProducts', [item]), await submit('upsertProducts', [item])];
      for (const each of [first, again])
        if (!(await verify('PRD-13', each, expect(each).to(beAccepted)))) return;
      const before = await given.productRows(item);
      const isStored = expect(before.rows).to(giveBack, { sku: item.sku, style_key: item.style_key });
      await verify('PRD-13', { ...again, exchange: before.exchange }, isStored);

      const style_key = item.style_key + [...item.style_key].at(-1);
      const tooLong = [
        await submit('upsertProducts', [{ ...item, style_key, weight: 1 }]),
        await submit('updateProductStatus', [{ style_key, status: 'published' }]),
      ];
      const after = await given.productRows(item);
      const published = await submit('updateProductStatus', [
        { style_key: item.style_key, status: 'published' },
      ]);
      await verify('PRD-13', published, expect(published).to(beAccepted));
      for (const refused of tooLong) {
        const isRefused = expect(refused).to(beRefused);
        if (await verify('PRD-13', refused, isRefused, published.write))
          note('PRD-13', refusalInWords(refused));
        const isUnchanged = expect(after.rows).to(showTheSameOf, before.rows, item, { style_key });
        await verify('PRD-13', { ...refused, exchange: after.exchange }, isUnchanged, published.write);
      }
    },
  );
}
