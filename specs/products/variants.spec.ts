import { covers, expect, test } from '#fixtures';
import { styleOf } from '#src/data/product-item';
import { beTheRowsOf } from '#src/verdicts/oracles/product';

test(
  'The variants of a style are listed as separate products with the same style_key',
  covers('PRD-16'),
  async ({ forAll, given, submit, verify }) => {
    const style = given.found(
      styleOf(await given.referenceDataWithSecondSizes(), given.prefix, { variants: { min: 2, max: 6 } }),
      'no category has enough colors and sizes for two variants',
    );
    await forAll(
      style,
      async (drawn) => {
        const style_key = given.newKey();
        const items = drawn.map((item) => ({ ...item, style_key, sku: given.newKey() }));
        // One variant is created first, and the others together.
        await given.upserted(items.slice(0, 1));
        const others = await submit('upsertProducts', items.slice(1));
        await verify('PRD-16', others, expect(others).toBeAccepted());
        const { rows, exchange } = await given.productRows(...items);
        await verify(
          'PRD-16',
          exchange,
          expect(rows.filter((row) => row.style_key === style_key)).to(
            beTheRowsOf,
            items.map(({ sku }) => sku),
          ),
        );
      },
      { exchangesEach: 24 },
    );
  },
);

test(
  'A new variant of an active style is a draft',
  covers('PRD-03'),
  async ({ given, sample, submit, verify }) => {
    const style = given.found(
      styleOf(await given.referenceData(), given.prefix, { variants: { min: 3, max: 3 } }),
      'no category has enough colors and sizes for three variants',
    );
    const items = sample(style);
    const [active, added] = [items.slice(0, 1), items.slice(1)];
    await given.upserted(active);
    await given.activated(active);
    const creation = await submit('upsertProducts', added);
    given.need(creation.batch !== undefined, `the new variants were not accepted (${creation.write.line})`);

    const whole = await given.productRows(...added);
    const filtered = await given.everyPage('listProducts', { status: 'active' });
    const [list, narrowed] = [
      { ...creation, exchange: whole.exchange },
      { ...creation, exchange: filtered.last },
    ];
    for (const { sku } of added) {
      await verify('PRD-03', list, expect(whole.rows).toGiveBack({ sku, status: 'draft' }));
      await verify('PRD-03', narrowed, expect(filtered.entries).toShowNothingOf({ sku }));
    }
  },
);
