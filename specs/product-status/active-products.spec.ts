import { covers, expect, largestPage, test } from '#fixtures';
import { beTheActiveOnes } from '#src/verdicts/oracles/product';

/** Active styles of three variants each: more products than a list that is cut off at ten or twenty. */
const activeStyles = [3, 3, 3, 3, 3, 3, 3];

test(
  'The product list filtered by status active contains exactly the active products',
  covers('PRD-04', 'STS-02'),
  async ({ given, merchant, note, ownStyles, verify }) => {
    const [active, hidden] = [await ownStyles(activeStyles), await ownStyles([1])];
    const made = [active, hidden, await ownStyles([1])];
    if (merchant.provocations === undefined)
      for (const id of ['PRD-04', 'STS-02'] as const)
        note(
          id,
          'not looked at: rejected products and products with a problem, which cannot be provoked on this target',
        );
    for (const image of Object.values(merchant.provocations ?? {})) {
      const provoking = await ownStyles([1], { images: [image] });
      await given.published(provoking.keys);
      await provoking.readUntil(({ products }) =>
        products.every(({ status }) => status === 'rejected' || status === 'problem'),
      );
      made.push(provoking);
    }
    await given.published([...active.keys, ...hidden.keys]);
    await given.shownAs('active', ...active.items, ...hidden.items);
    await given.batch('updateProductStatus', { body: { items: hidden.setTo('inactive') } });
    const waiting = await ownStyles([2]);
    await given.published(waiting.keys);

    // Each status has at least one product.
    for (const style of [...made, waiting]) {
      const reading = await style.read();
      await verify('STS-02', reading.active, expect(reading.products).toBeActiveOnlyWhereShownSo());
    }
    const read = async () => {
      const before = await given.everyPage('listProducts');
      // Read on several pages, however many products there are.
      const activeNow = before.entries.filter(({ status }) => status === 'active').length;
      const per_page = Math.min(largestPage('listProducts'), Math.ceil((activeNow + 1) / 3));
      const filtered = await given.everyPage('listProducts', { status: 'active', per_page });
      const after = await given.everyPage('listProducts');
      return { filtered, wholes: [before.entries, after.entries] as const };
    };
    const areTheActiveOnes = ({ filtered, wholes }: Awaited<ReturnType<typeof read>>) =>
      expect(filtered.entries).to(beTheActiveOnes, ...wholes);
    const reading = await given.undisturbed(read, (each) => areTheActiveOnes(each).result === undefined);
    const exchange = given.found(reading.filtered.exchanges[0], 'the list of active products has no page');
    await verify('PRD-04', exchange, areTheActiveOnes(reading));
  },
);

test(
  'A product with a problem is not listed as active',
  covers('PRD-04'),
  async ({ given, ownStyles, verify }) => {
    const { problemImageUrl } = given.provocations();
    const style = await ownStyles([1], { images: [problemImageUrl] });
    await given.published(style.keys);
    const readings = await style.readUntil(({ products }) =>
      products.every(({ status }) => status === 'problem'),
    );
    for (const { active, products } of readings)
      await verify('PRD-04', active, expect(products).toBeActiveOnlyWhereShownSo());
    if (readings.at(-1)?.products.some(({ status }) => status !== 'problem'))
      style.blockedBy('the product that should have had a problem was never shown with one');
  },
);
