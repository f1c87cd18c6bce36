import fc from 'fast-check';
import { covers, type Exchange, expect, type TestFixtures, test } from '#fixtures';
import type { InvalidItem } from '#src/data/invalid/invalid-item';
import { invalidPriceItems, invalidStockItems } from '#src/data/invalid/update-items';
import type { ProductItem } from '#src/data/valid/product-item';
import { pastInTheEast, pastMoment, priceItem, stockItem, stockRange } from '#src/data/valid/update-items';
import { beAccepted, beRefused, refusalInWords } from '#src/verdicts/oracles/batches/batch';
import { succeedWhereGood } from '#src/verdicts/oracles/batches/batch-entries';
import { differByTheEffects } from '#src/verdicts/oracles/lists/changes';
import { listAnEntryWith } from '#src/verdicts/oracles/lists/list';

/** The update of the stock and that of a price: what it accepts for a product, also at its bounds, and what it refuses. */
const updates = [
  {
    id: 'STK-03',
    operationId: 'updateProductStock',
    name: 'stock',
    values: 'quantities',
    of({ sku }: ProductItem) {
      const item = stockItem([sku]);
      const atBounds = item.map((each) =>
        [stockRange.max, stockRange.min].map((quantity) => ({ ...each, quantity })),
      );
      return { item, atBounds, wrong: invalidStockItems([sku]) };
    },
  },
  {
    id: 'PRC-03',
    operationId: 'updateProductPrices',
    name: 'price',
    values: 'prices',
    of({ sku, prices }: ProductItem) {
      const countries = prices.map(({ country_code }) => country_code);
      const item = priceItem([sku], countries);
      const atBounds = item.map(({ price, ...each }) => [
        { ...each, price: 'sale_price' in price ? { ...price, sale_price: price.retail_price } : price },
      ]);
      return {
        item: priceItem([sku], countries.slice(0, 1)),
        atBounds,
        wrong: invalidPriceItems([sku], countries),
      };
    },
  },
] as const;

const isOfBound = (mistake: string) => /(quantity|_price) (equal|below|above|with a fraction)/.test(mistake);

type Fixtures = Pick<TestFixtures, 'given' | 'note' | 'submit' | 'verify'>;

/** Submits right updates of a product, then wrong ones: each of these is refused, and none of them changes it. */
function refusing(
  { given, note, submit, verify }: Fixtures,
  { id, operationId }: (typeof updates)[number],
  { sku }: ProductItem,
) {
  return async (
    right: readonly unknown[],
    wrong: readonly Pick<InvalidItem<unknown>, 'invalid' | 'violation'>[],
  ) => {
    let accepted: Exchange | undefined;
    for (const item of right) {
      const control = await submit(operationId, [item]);
      await verify(id, control, expect(control).to(beAccepted));
      accepted = control.write;
    }
    const before = await given.records({ skus: [sku] });
    for (const { invalid, violation } of wrong) {
      const refusal = await submit(operationId, [invalid]);
      note(id, refusalInWords(refusal));
      const about = { ...refusal, trail: [violation, ...refusal.trail] };
      await verify(id, about, expect(refusal).to(beRefused), accepted);
    }
    const after = await given.records({ skus: [sku] });
    await verify(id, after.exchange, expect(after.records).to(differByTheEffects, before.records, []));
  };
}

for (const update of updates) {
  const { id, name, values } = update;
  test(
    `A ${name} update accepts ${values} within their bounds and refuses ${values} outside them`,
    covers(id),
    async ({ forAll, given, note, submit, verify }) => {
      const product = await given.draftProduct();
      const areRefused = refusing({ given, note, submit, verify }, update, product);
      const { atBounds, wrong } = update.of(product);
      const mistakes = [...wrong].flatMap(([mistake, item]) => (isOfBound(mistake) ? [item] : []));
      given.need(mistakes.length > 0, `the contract allows all ${values}`);
      await forAll(fc.tuple(atBounds, fc.tuple(...mistakes)), ([right, wrong]) => areRefused(right, wrong), {
        exchangesEach: 12,
      });
    },
  );

  test(
    `A ${name} update whose valid_at is older than that of the last one fails`,
    covers(id),
    async ({ bulk, forAll, given, note, submit, verify }) => {
      const product = await given.draftProduct();
      const areRefused = refusing({ given, note, submit, verify }, update, product);
      const { targetTime } = await bulk.listProducts({ query: { sku: product.sku } });
      const { item } = update.of(product);
      // An update without valid_at counts from its submission on.
      await forAll(
        fc.record({ last: item, older: item, valid_at: pastMoment(targetTime) }),
        ({ last, older, valid_at }) =>
          areRefused([last], [{ invalid: { ...older, valid_at }, violation: `valid_at: ${valid_at}` }]),
        { exchangesEach: 12 },
      );
    },
  );
}

test(
  'Of two stock updates in one batch, the one whose valid_at is later is in effect afterwards',
  covers('STK-03'),
  async ({ bulk, given, submit, verify }) => {
    const { sku } = await given.newDraft();
    const { targetTime } = await bulk.listProducts({ query: { sku } });
    // The first updates of the product: whatever their order, the later one is in effect at the end.
    const older = {
      sku,
      quantity: Math.min(stockRange.min + 2, stockRange.max),
      valid_at: pastInTheEast(targetTime),
    };
    const later = { sku, quantity: Math.min(stockRange.min + 1, stockRange.max) };
    const both = await submit('updateProductStock', [later, older]);
    const isAccepted = expect(both).to(succeedWhereGood, [{ item: later, good: true, effects: [] }]);
    await verify('STK-03', both, isAccepted);
    const listed = await bulk.listProducts({ query: { sku } });
    const hasLaterQuantity = expect(listed).to(listAnEntryWith, 'items', 'quantity', later.quantity);
    await verify('STK-03', { ...both, exchange: listed }, hasLaterQuantity);
  },
);
