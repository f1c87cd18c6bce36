import { covers, expect, isByCursor, largestPage, test } from '#fixtures';
import { oddKey } from '#src/data/valid/identifiers';
import { styleOf } from '#src/data/valid/product-item';
import { refusalInWords } from '#src/verdicts/oracles/batches/batch';
import { beNarrowedTo, having } from '#src/verdicts/oracles/lists/filtered';
import { beAnEmptyPage } from '#src/verdicts/oracles/lists/page';

test(
  'The product list filtered by status contains exactly the products with that status',
  covers('PRD-04', 'PRD-19'),
  async ({ given, merchant, note, ownStyles, verify }) => {
    // Active products past a list that is cut off at ten or twenty, but few where none can be deleted.
    const active = await ownStyles(merchant.shared ? [3] : Array.from({ length: 8 }, () => 3));
    const [hidden, waiting] = [await ownStyles([1]), await ownStyles([1, 1])];
    await given.published([...active.keys, ...hidden.keys]);
    // The filtered list is what is judged here.
    await given.shownAs('active', ...active.items, ...hidden.items);
    await given.batch('updateProductStatus', { body: { items: hidden.setTo('inactive') } });
    if (given.canReject) await given.rejectedStyles(1);
    else note('PRD-04', 'not looked at: a rejected product, which cannot be provoked on this target');
    await given.published(waiting.keys.slice(0, 1));

    const before = await given.everyPage('listProducts');
    for (const status of new Set(['active', ...before.entries.map((row) => row.status)])) {
      const id = status === 'active' ? 'PRD-04' : 'PRD-19';
      // Read on several pages, however many products there are; some begin past the twentieth.
      const most = before.entries.filter((row) => row.status === status).length;
      const per_page = Math.min(largestPage('listProducts'), 10, Math.ceil((most + 1) / 3));
      const narrowed = async () => {
        const { entries, last } = await given.everyPage('listProducts', { status, per_page });
        const after = await given.everyPage('listProducts');
        return { entries, last, wholes: [before.entries, after.entries] };
      };
      const isNarrowed = ({ entries, wholes }: Awaited<ReturnType<typeof narrowed>>) =>
        expect(entries).to(beNarrowedTo, having('status', status), 'sku', ...wholes);
      const reading = await given.undisturbed(narrowed, (each) => isNarrowed(each).result === undefined);
      await verify(id, reading.last, isNarrowed(reading));
    }
  },
);

test(
  'The product list filtered by style_key or sku contains exactly the matching products',
  covers('PRD-19'),
  async ({ given, merchant, note, sample, submit, verify }) => {
    const reference = await given.referenceData();
    const variants = given.found(
      styleOf(reference, given.prefix, { variants: { min: 2, max: 5 } }),
      'no category has enough colors and sizes for two variants',
    );
    const style = sample(variants);
    // Their keys begin like that of the style, on more than a page, or lack its end.
    const endings = merchant.shared ? ['-1'] : Array.from({ length: 22 }, (_, index) => `-${index}`);
    const near = (await given.draftProducts(1)).flatMap((item) =>
      style
        .slice(0, 1)
        .flatMap(({ sku, style_key }) => [
          ...endings.map((end) => ({ ...item, sku: sku + end, style_key: style_key + end })),
          { ...item, sku: sku.slice(0, -1), style_key: style_key.slice(0, -1) },
        ]),
    );
    await given.upserted([...style, ...near]);
    // Keys with characters that a query must encode; the description does not say whether they are valid.
    const odd = near
      .slice(0, 1)
      .map((item) => ({ ...item, sku: oddKey(item.sku), style_key: oddKey(item.sku) }));
    const made = await submit('upsertProducts', odd);
    const isMade = made.batch?.items[0]?.success === true;
    if (!isMade)
      note('PRD-19', `not looked at: keys with characters that a query must encode, ${refusalInWords(made)}`);
    const telling = [...style, ...near.slice(-2), ...(isMade ? odd : [])];
    const products = [...near, ...telling];
    const { entries: whole } = await given.undisturbed(
      () => given.everyPage('listProducts'),
      ({ entries }) => products.every(({ sku }) => entries.some((row) => row.sku === sku)),
    );
    for (const field of ['style_key', 'sku'] as const)
      for (const value of new Set(telling.map((item) => item[field]).concat(given.newKey()))) {
        const { entries, exchanges, last } = await given.everyPage('listProducts', { [field]: value });
        await verify('PRD-19', last, expect(entries).to(beNarrowedTo, having(field, value), 'sku', whole));
        if (isByCursor('listProducts')) continue;
        const query = { [field]: value, per_page: 20 };
        const { past } = await given.pastTheEnd('listProducts', query, exchanges);
        await verify('PRD-19', past, expect(past).to(beAnEmptyPage));
      }
  },
);
