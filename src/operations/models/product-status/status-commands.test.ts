import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { batchRefused } from '../judge.js';
import { type ExampleShop, tryOut } from './example-shop.js';
import { styleSizes } from './status-commands.js';

/** Shops that are right, each in its own way. */
const rightShops: readonly (readonly [name: string, change: (shop: ExampleShop) => void])[] = [
  ['approves slowly', () => {}],
  ['approves at once', (shop) => Object.assign(shop, { approvedAfter: 0, activeAfter: 0 })],
  [
    'approves while a batch is on its way',
    (shop) => Object.assign(shop, { approvedAfter: 1, activeAfter: 2 }),
  ],
  ['refuses what it may refuse', (shop) => Object.assign(shop, { lenient: false })],
  ['answers 400 to a batch with nothing good in it', refusingWhole],
];

for (const [name, change] of rightShops) {
  test(`a right shop that ${name} passes, whatever its styles`, async () => {
    for (const [seed, sizes] of fc.sample(styleSizes(), { seed: 1, numRuns: 5 }).entries())
      expect(await tryOut(change, { seed, numRuns: 100, sizes })).toBeUndefined();
  });
}

test('a right shop is heard on every requirement', async () => {
  const shops: ExampleShop[] = [];
  await tryOut((shop) => shops.push(shop), { seed: 1, numRuns: 100 });
  const heard = new Set(shops.flatMap(({ verified }) => [...verified.keys()]));
  expect([...heard].sort()).toEqual([
    ...['BAT-18', 'PRC-01', 'PRD-02', 'PRD-04', 'PRD-20', 'PRD-21', 'STK-01', 'STS-01', 'STS-02', 'STS-03'],
    ...['STS-04', 'STS-05', 'STS-06'],
    ...['STS-07', 'STS-08', 'STS-09', 'STS-11', 'STS-12'],
  ]);
});

test('a rejection is right only where a review may reject', async () => {
  const rejecting = (shop: ExampleShop) => {
    shop.advance = (product, age) => {
      if (product.status === 'pending_approval' && age >= 20) product.status = 'rejected';
    };
    const next = shop.next.bind(shop);
    shop.next = (status, wanted) => {
      if (status !== 'rejected' || wanted === 'inactive') return next(status, wanted);
      return next('pending_approval', wanted) && (wanted === 'draft' ? 'draft' : 'pending_approval');
    };
  };
  expect(await tryOut(rejecting, { seed: 1, numRuns: 100, mayReject: true })).toBeUndefined();
  const found = await tryOut(rejecting, { seed: 1, numRuns: 100 });
  expect(found?.mismatch.statement.actual).toBe('rejected');
});

test('the trail shows the model beside what was read', async () => {
  const shops: ExampleShop[] = [];
  const impatient = (shop: ExampleShop) => shops.push(Object.assign(shop, { activeAfter: 1e9 }));
  const found = await tryOut(impatient, { seed: 1, numRuns: 100 });
  expect(found?.commands).toEqual(['set style 1 to published', 'wait until settled']);
  expect(found?.mismatch.message).toBe(
    'STS-01: expected active at style 1 (key-1) 100 s after its publication at the latest, but got pending_active',
  );
  const trail = shops.map((shop) => shop.trail).findLast(({ length }) => length === 11) ?? [];
  expect(trail[0]).toEqual({
    did: 'set style 1 to published: success',
    model: 'style 1 in pending_approval or pending_active or active; style 2 in draft',
    read: 'style 1 pending_approval; style 2 draft',
  });
  expect(trail.at(-1)).toEqual({
    did: 'wait until settled: 100 s',
    model: 'style 1 in pending_active or active; style 2 in draft',
    read: 'style 1 pending_active; style 2 draft',
  });
});

test('the trail shows a quantity where it is another than the model holds it to be', async () => {
  const shops: ExampleShop[] = [];
  const deaf = (shop: ExampleShop) => shops.push(Object.assign(shop, { setStock: async () => ['success'] }));
  const found = await tryOut(deaf, { seed: 1, numRuns: 300 });
  expect(found?.mismatch.requirement).toBe('STK-01');
  const last = shops.map((shop) => shop.trail.at(-1)).findLast((step) => step?.model.includes('quantity'));
  expect(last?.did).toMatch(/^set the stock of .*: success$/);
  expect(last?.model).toMatch(/; quantity of \S+ \d+$/);
  expect(last?.read).toMatch(/; quantity of \S+ (\d+|none)$/);
});

test('a failure can be repeated from its seed and paths', async () => {
  const spoilt = (shop: ExampleShop) => Object.assign(shop, { active: () => [] });
  const found = await tryOut(spoilt, { seed: 3, numRuns: 300 });
  if (found === undefined) throw new Error('The spoilt shop was not caught.');
  const { seed, path, replayPath, commands } = found;
  const again = await tryOut(spoilt, { seed, path, replayPath, numRuns: 1 });
  expect(again?.commands).toEqual(commands);
  expect(again?.mismatch.message).toBe(found.mismatch.message);
});

/** Refuses a batch whole where all its items fail, or one has a word that no update takes. */
function refusingWhole(shop: ExampleShop): void {
  const setStatus = shop.setStatus.bind(shop);
  shop.setStatus = async (items) => {
    if (items.some(({ status }) => !['published', 'inactive', 'draft'].includes(status))) return batchRefused;
    const isKnown = items.every(({ style_key }) => style_key in shop.styles);
    const answer = await setStatus(items);
    return isKnown && !answer.includes('success') ? batchRefused : answer;
  };
}
