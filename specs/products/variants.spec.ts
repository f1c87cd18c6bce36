import { covers, expect, test } from '../../fixtures/index.js';
import { styleOf } from '../../src/arbitraries/style.js';

test(
  'The variants of a style are listed as products of their own, all of that style',
  covers('PRD-16'),
  async ({ forAll, given, submit, verify }) => {
    const style = given.found(
      styleOf(await given.referenceDataWithSecondSizes(), given.prefix, { variants: { min: 2, max: 6 } }),
      'no category has colors and sizes enough for two variants',
    );
    await forAll(
      style,
      async (drawn) => {
        const style_key = given.newKey();
        const items = drawn.map((item) => ({ ...item, style_key, sku: given.newKey() }));
        // One that is there before, and the others together.
        await given.upserted(items.slice(0, 1));
        const others = await submit('upsertProducts', items.slice(1));
        await verify('PRD-16', others, () => expect(others).toBeAccepted());
        const { rows, exchange } = await given.productRows(...items);
        await verify('PRD-16', exchange, () =>
          expect(rows.filter((row) => row.style_key === style_key)).toBeTheRowsOf(
            items.map(({ sku }) => sku),
          ),
        );
      },
      { exchangesEach: 24 },
    );
  },
);
