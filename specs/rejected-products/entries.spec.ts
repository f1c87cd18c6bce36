import { covers, expect, test } from '../../fixtures/index.js';

test(
  'Exactly the styles that were rejected are listed as rejected, each with its reason',
  covers('REJ-01', 'REJ-05', 'REJ-08'),
  async ({ given, verify }) => {
    const [draft, approved] = [await given.draftProduct(), await given.activeProduct()];
    const rejected = await given.rejectedStyles(4);
    const { entries, exchanges } = await given.everyPage('listRejectedProducts');
    for (const page of exchanges) {
      await verify('REJ-01', page, () => expect(page).toHaveTheShapeOfRejectedProducts());
      await verify('REJ-08', page, () => expect(page).toSayWhy());
    }

    const ours = [draft.style_key, approved.style_key, ...rejected];
    const [first] = exchanges;
    if (first === undefined) return;
    await verify('REJ-08', first, () =>
      expect(exchanges).toListExactly(rejected, (key) => ours.some((each) => each === key)),
    );

    // A key that begins others finds its own style, and one that only begins them finds nothing.
    const begins = rejected.map((key) => key.slice(0, -1)).filter((key) => !rejected.includes(key));
    for (const style_key of [...rejected, ...begins.slice(0, 1), draft.style_key]) {
      const narrowed = await given.everyPage('listRejectedProducts', { style_key });
      await verify('REJ-05', narrowed.last, () =>
        expect(narrowed.entries).toBeTheEntriesOfStyle(style_key, entries),
      );
    }
  },
);
