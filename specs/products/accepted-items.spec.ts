import fc from 'fast-check';
import { covers, expect, test } from '#fixtures';
import { productItem, styleOf } from '#src/data/valid/product-item';
import { withCategories } from '#src/data/valid/reference-data';
import { beAccepted, haveSucceeded } from '#src/verdicts/oracles/batches/batch';
import { listAnEntryWith } from '#src/verdicts/oracles/lists/list';
import { beTheRowsOf, giveBack, showNothingOf, showOnce } from '#src/verdicts/oracles/products/product';

/** A name with characters that a page or a query must escape, and one outside the basic multilingual plane. */
const marked = '<b>"Größe" & \\ 100 % \u{1f457}</b>';

test(
  'A valid product item creates a draft that shows the values sent',
  covers('PRD-01', 'PRD-03', 'PRD-15'),
  async ({ forAll, given, submit, verify }) => {
    const reference = await given.referenceDataWithSecondSizes();
    const item = productItem(reference, given.prefix);
    const descriptions = Object.fromEntries(
      reference.locales.slice(0, 2).map((each) => [each, `In ${each}`]),
    );
    let isAccepted = false;
    await forAll(
      fc.array(item, { minLength: 1, maxLength: 6 }),
      async (drawn) => {
        // The keys are new, so that no smaller example uses the products of an earlier one.
        const items = drawn.map((each, index) => ({
          ...each,
          ...(index === 0 && { name: given.prefix + marked, descriptions }),
          ...{ sku: given.newKey(), style_key: given.newKey() },
        }));
        const submission = await submit('upsertProducts', items);
        if (!(await verify('PRD-01', submission, expect(submission).to(beAccepted)))) return;
        isAccepted = true;
        given.mayLeave(items);

        const { rows, exchange } = await given.productRows(...items);
        const active = await given.everyPage('listProducts', { status: 'active' });
        const [list, filtered] = [
          { ...submission, exchange },
          { ...submission, exchange: active.last },
        ];
        for (const each of items) {
          await verify('PRD-01', list, expect(rows).to(showOnce, each.sku));
          await verify('PRD-15', list, expect(rows).to(giveBack, each));
          await verify('PRD-03', list, expect(rows).to(giveBack, { sku: each.sku, status: 'draft' }));
        }
        await verify('PRD-03', filtered, expect(active.entries).to(showNothingOf, ...items));
      },
      { exchangesEach: 12, standsFor: 2 },
    );
    given.need(isAccepted, 'no batch of valid items was accepted');
  },
);

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
          await verify('PRD-10', submission, expect(submission).to(beAccepted));
        }
      },
      { exchangesEach: 16, standsFor: 2 },
    );
  },
);

test(
  'The variants of a style are listed as separate products with the same style_key',
  covers('PRD-16'),
  async ({ forAll, given, submit, verify }) => {
    const reference = await given.referenceDataWithSecondSizes();
    const styleFrom = (min: number) => styleOf(reference, given.prefix, { variants: { min, max: 6 } });
    const style = given.found(
      styleFrom(3) ?? styleFrom(2),
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
        await verify('PRD-16', others, expect(others).to(beAccepted));
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
      { exchangesEach: 24, standsFor: 2 },
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
      await verify('PRD-03', list, expect(whole.rows).to(giveBack, { sku, status: 'draft' }));
      await verify('PRD-03', narrowed, expect(filtered.entries).to(showNothingOf, { sku }));
    }
  },
);

// Every read of a batch checks that its status agrees with its entries (BAT-19).
test(
  'The product creation flow leads from reference data to an active product',
  covers('PRD-18', 'BAT-19'),
  async ({ api, batches, given, verify }) => {
    const item = await given.productItem();
    const shown = batches.readWith(api);

    const upsert = await shown.finished(api.upsertProducts({ body: { items: [item] } }));
    await verify('PRD-18', upsert, expect(upsert.items).to(haveSucceeded));

    const publication = [{ style_key: item.style_key, status: 'published' }];
    const update = await shown.finished(api.updateProductStatus({ body: { items: publication } }));
    await verify('PRD-18', update, expect(update.items).to(haveSucceeded));

    const listing = await given.listedAsActive(item.sku);
    await verify('PRD-18', listing, expect(listing.exchange).to(listAnEntryWith, 'items', 'sku', item.sku));
  },
);
