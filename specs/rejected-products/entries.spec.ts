import { covers, expect, test } from '../../fixtures/index.js';

test(
  'Exactly the styles that were rejected are listed as rejected, each with its reason',
  covers('REJ-01', 'REJ-05', 'REJ-08'),
  async ({ bulk, given, verify }) => {
    const [draft, approved] = [await given.draftProduct(), await given.activeProduct()];
    const rejected = await given.rejectedStyles(3);
    const { exchanges } = await given.everyPage('listRejectedProducts');
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

    for (const style_key of rejected) {
      const narrowed = await bulk.listRejectedProducts({ query: { style_key } });
      await verify('REJ-05', narrowed, () => expect([narrowed]).toListExactly([style_key], () => true));
    }
    const none = await bulk.listRejectedProducts({ query: { style_key: draft.style_key } });
    await verify('REJ-05', none, () => expect([none]).toListExactly([], () => true));
  },
);
