import fc from 'fast-check';
import { covers, expect, isByCursor, largestPage, test } from '#fixtures';
import { styleOf } from '#src/data/valid/product-item';
import { agree, beAnEmptyPage, countAsTheLastPage } from '#src/verdicts/oracles/lists/page';

test(
  'The pages of the product list contain each product once',
  covers('PRD-19'),
  async ({ forAll, given, merchant, note, sample, verify }) => {
    const variants = given.found(
      styleOf(await given.referenceData(), given.prefix, { variants: { min: 3, max: 9 } }),
      'no category has enough colors and sizes for three variants',
    );
    const style = sample(variants);
    await given.upserted([...style, await given.productItem()]);
    const ofStyle = { style_key: style[0]?.style_key };
    // If others add to a list while it is read, it may have an entry on two pages.
    const filters = merchant.shared ? [ofStyle] : [ofStyle, {}];
    if (merchant.shared)
      note('PRD-19', 'not looked at: the pages of the whole list, because others add to it');
    await forAll(
      fc.tuple(
        fc.constantFrom(...filters),
        fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: largestPage('listProducts') })),
      ),
      async ([filter, per_page]) => {
        const query = { ...filter, per_page };
        const { exchanges, last } = await given.everyPage('listProducts', query);
        await verify('PRD-19', last, expect(exchanges).to(agree, 'sku'));
        // Without a page that links to it, a page by cursor can't be requested.
        if (isByCursor('listProducts')) return;
        const end = await given.pastTheEnd('listProducts', query, exchanges);
        await verify('PRD-19', end.past, expect(end.past).to(beAnEmptyPage));
        await verify('PRD-19', end.past, expect(end.past).to(countAsTheLastPage, end.last));
      },
      { exchangesEach: 12 },
    );
  },
);
