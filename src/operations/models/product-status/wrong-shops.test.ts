import { expect, test } from '#unit-test';
import { type ExampleShop, tryOut } from './example-shop.js';
import type { StatusRequirement } from './status-model.js';

/** A shop that is wrong in one way, what it must be caught for, one or the other, and how many commands are enough to show it. */
type WrongShop = readonly [
  does: string,
  spoil: (shop: ExampleShop) => void,
  caughtFor: StatusRequirement | readonly StatusRequirement[],
  commands: number,
];

const wrongShops: readonly WrongShop[] = [
  ['never makes a product active', (shop) => Object.assign(shop, { activeAfter: 1e9 }), 'STS-01', 2],
  ['refuses a publication', moving('draft', 'published', undefined), 'STS-01', 1],
  ['reports a publication and does nothing', moving('draft', 'published', 'draft'), 'STS-01', 1],
  ['lists what waits to become active as active', listing('active', 'pending_active'), 'STS-02', 3],
  ['keeps inactive products among the active ones', listing('active', 'inactive'), 'STS-03', 3],
  ['lists no product as active', listing(), 'PRD-04', 2],
  ['reports an active product as hidden and leaves it', moving('active', 'inactive', 'active'), 'STS-03', 3],
  ['does not hide an active product', moving('active', 'inactive', undefined), 'STS-03', 3],
  ['refuses to take back before approval', moving('pending_approval', 'draft', undefined), 'STS-04', 2],
  ['takes back what is active', moving('active', 'draft', 'draft'), 'STS-05', 4],
  ['takes back what is inactive', moving('inactive', 'draft', 'draft'), 'STS-05', 4],
  ['takes back what it reports as refused', failingSilently('draft'), 'STS-05', 4],
  ['takes active for a word of the update', moving('draft', 'active', 'active'), 'STS-06', 1],
  ['reports an unknown style as updated', moving('none', 'published', 'active'), 'STS-07', 1],
  ['updates one variant of a style only', oneVariantOnly, 'STS-08', 1],
  ['hides what was never active', moving('draft', 'inactive', 'inactive'), 'STS-09', 1],
  ['has the republished approved anew', moving('inactive', 'published', 'pending_approval'), 'STS-11', 5],
  ['has the republished approved anew a little later', approvingLater, ['STS-11', 'STS-12'], 5],
  ['loses the status to a stock update', resettingStatus, 'STS-12', 2],
  ['loses the quantity to a status update', resettingStock, 'STK-01', 2],
  ['takes the price of one product for all', onePrice, 'PRC-01', 2],
  ['publishes a draft that is upserted', upserting('draft', 'active'), 'PRD-20', 1],
  ['sends a draft that is upserted to its review', upserting('draft', 'pending_approval'), 'PRD-20', 1],
  ['makes an active product that is upserted a draft', upserting('active', 'draft'), 'PRD-21', 4],
  ['publishes an inactive product that is upserted', upserting('inactive', 'active'), 'PRD-21', 4],
  ['has an upserted product approved anew a little later', approvingUpserted, 'PRD-21', 5],
  ['refuses to update a draft', (shop) => Object.assign(shop, { upsertOne: () => 'failed' }), 'PRD-02', 1],
  [
    'reports an update and does nothing',
    (shop) => Object.assign(shop, { upsertOne: () => 'success' }),
    'PRD-02',
    2,
  ],
  ['updates all styles at once', allStyles, 'STS-12', 1],
  ['lets time lead back', leadingBack, 'STS-12', 5],
  ['spoils the good items with a bad one', spoilingBatches, ['STS-01', 'STS-04'], 2],
];

for (const [does, spoil, caughtFor, commands] of wrongShops) {
  test(`a shop that ${does} is caught for ${[caughtFor].flat().join(' or ')}`, async () => {
    const found = await tryOut(spoil, { seed: 1, numRuns: 300 });
    expect([caughtFor].flat(), found?.mismatch.message).toContain(found?.mismatch.requirement);
    expect(found?.commands.length, found?.commands.join()).toBeLessThanOrEqual(commands);
  });
}

/** One move leads elsewhere, or, undefined, is refused. */
function moving(from: string, wanted: string, to: string | undefined) {
  return (shop: ExampleShop) => {
    const next = shop.next.bind(shop);
    shop.next = (status, value) => (status === from && value === wanted ? to : next(status, value));
  };
}

/** An upsert moves products of one status to another. */
function upserting(from: string, to: string) {
  return (shop: ExampleShop) => {
    const upsertOne = shop.upsertOne.bind(shop);
    shop.upsertOne = (sku, numbers) => {
      const product = shop.products.get(sku);
      if (product?.status === from) shop.move(product, to);
      return upsertOne(sku, numbers);
    };
  };
}

function approvingUpserted(shop: ExampleShop): void {
  const [upsertOne, advance] = [shop.upsertOne.bind(shop), shop.advance.bind(shop)];
  const upserted = new Map<unknown, number>();
  shop.upsertOne = (sku, numbers) => {
    const product = shop.products.get(sku);
    if (product?.status === 'active') upserted.set(product, shop.now);
    return upsertOne(sku, numbers);
  };
  shop.advance = (product, age) => {
    advance(product, age);
    if (shop.now > (upserted.get(product) ?? shop.now) && upserted.delete(product)) product.status = 'draft';
  };
}

/** The list of the active products holds those of other statuses. */
function listing(...held: readonly string[]) {
  return (shop: ExampleShop) => {
    shop.active = () =>
      [...shop.products].filter(([, { status }]) => held.includes(status)).map(([sku]) => sku);
  };
}

/** What it refuses, it does. */
function failingSilently(wanted: string) {
  return (shop: ExampleShop) => {
    const setStyle = shop.setStyle.bind(shop);
    shop.setStyle = (key, status) => {
      const outcome = setStyle(key, status);
      if (outcome === 'failed' && status === wanted)
        for (const sku of shop.styles[key] ?? []) shop.change(sku, { status });
      return outcome;
    };
  };
}

function oneVariantOnly(shop: ExampleShop): void {
  const move = shop.move.bind(shop);
  shop.move = (product, next) => {
    const [sku = ''] = [...shop.products].find(([, each]) => each === product) ?? [];
    if (sku.endsWith('-1')) move(product, next);
  };
}

function resettingStatus(shop: ExampleShop): void {
  const setStock = shop.setStock.bind(shop);
  shop.setStock = (items) => {
    for (const sku of shop.products.keys()) shop.change(sku, { status: 'draft' });
    return setStock(items);
  };
}

function resettingStock(shop: ExampleShop): void {
  const move = shop.move.bind(shop);
  shop.move = (product, next) => move(Object.assign(product, { quantity: 0 }), next);
}

function onePrice(shop: ExampleShop): void {
  const setPrices = shop.setPrices.bind(shop);
  shop.setPrices = ([first, ...others]) => {
    const all = first === undefined ? [] : [...shop.products.keys()].map((sku) => ({ ...first, sku }));
    for (const item of all) void setPrices([item]);
    return setPrices(first === undefined ? others : [first, ...others]);
  };
}

function allStyles(shop: ExampleShop): void {
  const setStyle = shop.setStyle.bind(shop);
  shop.setStyle = (key, status) => {
    const outcome = setStyle(key, status);
    if (outcome === 'success') for (const other of Object.keys(shop.styles)) setStyle(other, status);
    return outcome;
  };
}

function leadingBack(shop: ExampleShop): void {
  const advance = shop.advance.bind(shop);
  shop.advance = (product, age) => {
    advance(product, age);
    if (product.status === 'active' && age > 60) product.status = 'pending_approval';
  };
}

function approvingLater(shop: ExampleShop): void {
  const [move, advance] = [shop.move.bind(shop), shop.advance.bind(shop)];
  const republished = new Set<unknown>();
  shop.move = (product, next) => {
    if (product.status === 'inactive') republished.add(product);
    move(product, next);
  };
  shop.advance = (product, age) => {
    advance(product, age);
    if (republished.delete(product)) product.status = 'pending_approval';
  };
}

function spoilingBatches(shop: ExampleShop): void {
  const setStatus = shop.setStatus.bind(shop);
  shop.setStatus = async (items) => {
    const before = structuredClone([...shop.products]);
    const answer = await setStatus(items);
    if (typeof answer === 'string' || !answer.includes('failed')) return answer;
    for (const [sku, product] of before) shop.products.set(sku, product);
    return answer.map(() => 'failed');
  };
}
