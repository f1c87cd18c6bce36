import { covers, expect, test } from '#fixtures';
import { productItemAtBound } from '#src/data/product-bounds';
import { refusalInWords } from '#src/verdicts/oracles/batch';

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
      const { item } = given.found(
        sample(given.found(productItemAtBound(reference, given.prefix, bound), 'there is no such item')),
        'no item was drawn',
      );
      const created = await submit('upsertProducts', [item]);
      if (!(await verify('PRD-13', created, expect(created).toBeAccepted()))) return;
      const before = await given.productRows(item);
      await verify(
        'PRD-13',
        { ...created, exchange: before.exchange },
        expect(before.rows).toGiveBack({ sku: item.sku, style_key: item.style_key }),
      );

      const style_key = item.style_key + [...item.style_key].at(-1);
      const tooLong = [
        await submit('upsertProducts', [{ ...item, style_key, weight: 1 }]),
        await submit('updateProductStatus', [{ style_key, status: 'published' }]),
      ];
      const after = await given.productRows(item);
      const published = await submit('updateProductStatus', [
        { style_key: item.style_key, status: 'published' },
      ]);
      await verify('PRD-13', published, expect(published).toBeAccepted());
      for (const refused of tooLong) {
        const isRefused = expect(refused).toBeRefused();
        if (await verify('PRD-13', refused, isRefused, published.write))
          note('PRD-13', refusalInWords(refused));
        const isUnchanged = expect(after.rows).toShowTheSameOf(before.rows, item, { style_key });
        await verify('PRD-13', { ...refused, exchange: after.exchange }, isUnchanged, published.write);
      }
    },
  );
}
