import { expect, test } from '#unit-test';
import { batchRefused } from '../judge.js';
import { type ExampleDesk, tryOut } from './example-desk.js';
import type { OrderMove, OrderRequirement } from './order-model.js';

test('a right desk passes, whatever its orders, and is heard on every requirement', async () => {
  const desks: ExampleDesk[] = [];
  for (const [seed, sizes] of [[1], [3], [1, 4], [2, 2, 2]].entries())
    expect(await tryOut((desk) => desks.push(desk), { seed, numRuns: 200 }, sizes)).toBeUndefined();
  const heard = new Set(desks.flatMap(({ verified }) => [...verified.keys()]));
  expect([...heard].sort()).toEqual(['ORD-03', 'ORD-04', 'ORD-05']);
});

test('a desk that answers 400 to a batch of forbidden moves only is right', async () => {
  const refusing = (desk: ExampleDesk) => {
    const process = desk.process.bind(desk);
    desk.process = (groups, move) => {
      const isKnown = groups.flat().every((id) => desk.statusOf(id) !== 'unknown');
      const answer = process(groups, move);
      return isKnown && !answer.includes('success') ? batchRefused : answer;
    };
  };
  expect(await tryOut(refusing, { seed: 1, numRuns: 300 })).toBeUndefined();
});

/** A desk that is wrong in one way, what it must be caught for, one or the other, and how many commands are enough to show it. */
type WrongDesk = readonly [
  does: string,
  spoil: (desk: ExampleDesk) => void,
  caughtFor: OrderRequirement | readonly OrderRequirement[],
  commands: number,
];

const wrongDesks: readonly WrongDesk[] = [
  ['does nothing', (desk) => Object.assign(desk, { move: () => {} }), 'ORD-03', 1],
  ['refuses to cancel', allowing('cancel'), 'ORD-03', 1],
  ['refuses to take back', allowing('return'), 'ORD-03', 2],
  ['cancels what is shipped', allowing('cancel', 'open', 'shipped'), 'ORD-04', 2],
  ['ships what is cancelled', allowing('ship', 'open', 'cancelled'), 'ORD-04', 2],
  ['ships twice', allowing('ship', 'open', 'shipped'), 'ORD-04', 2],
  ['takes back what was never shipped', allowing('return', 'open', 'shipped'), 'ORD-04', 1],
  ['takes back twice', allowing('return', 'shipped', 'returned'), 'ORD-04', 3],
  ['reports an unknown item as shipped', allowing('ship', 'open', 'unknown'), 'ORD-05', 1],
  ['ships what it may of a shipment', shippingPartly, ['ORD-04', 'ORD-05'], 2],
  ['does what it reports as failed', failingSilently, 'ORD-04', 2],
  ['spoils the good items with a bad one', spoilingBatches, 'ORD-03', 2],
  ['cancels the whole order', cancellingOrders, 'ORD-03', 1],
  ['leaves the order open', (desk) => Object.assign(desk, { summary: () => 'open' }), 'ORD-03', 1],
  [
    'knows no mixed orders',
    (desk) => Object.assign(desk, { summary: ([first]: string[]) => first }),
    'ORD-03',
    1,
  ],
  ['loses an order', losingOrders, 'ORD-03', 1],
];

for (const [does, spoil, caughtFor, commands] of wrongDesks) {
  test(`a desk that ${does} is caught for ${[caughtFor].flat().join(' or ')}`, async () => {
    const found = await tryOut(spoil, { seed: 1, numRuns: 300 });
    expect([caughtFor].flat(), found?.mismatch.message).toContain(found?.mismatch.requirement);
    expect(found?.commands.length, found?.commands.join()).toBeLessThanOrEqual(commands);
  });
}

test('a failure says what was expected of which item, and can be repeated', async () => {
  const shippingTwice = allowing('ship', 'open', 'shipped');
  const found = await tryOut(shippingTwice, { seed: 1, numRuns: 300 });
  if (found === undefined) throw new Error('The spoilt desk was not caught.');
  expect(found.commands).toEqual(['ship order 1 item 1', 'ship order 1 item 1']);
  expect(found.mismatch.message).toBe(
    'ORD-04: expected failed, or batch refused at outcome of ship order 1 item 1, shipped, but got success',
  );
  const { seed, path, replayPath } = found;
  const again = await tryOut(shippingTwice, { seed, path, replayPath, numRuns: 1 });
  expect(again?.commands).toEqual(found.commands);
});

/** One move is allowed from these statuses and no others. */
function allowing(spoilt: OrderMove, ...from: readonly string[]) {
  return (desk: ExampleDesk) => {
    const allows = desk.allows.bind(desk);
    desk.allows = (status, move) => (move === spoilt ? from.includes(status) : allows(status, move));
  };
}

function shippingPartly(desk: ExampleDesk): void {
  const moveGroup = desk.moveGroup.bind(desk);
  desk.moveGroup = (ids, move) => {
    const outcomes = ids.map((id) => moveGroup([id], move));
    return outcomes.includes('failed') ? 'failed' : 'success';
  };
}

function failingSilently(desk: ExampleDesk): void {
  const moveGroup = desk.moveGroup.bind(desk);
  desk.moveGroup = (ids, move) => {
    const outcome = moveGroup(ids, move);
    if (outcome === 'failed' && move === 'cancel') for (const id of ids) desk.move(id, move);
    return outcome;
  };
}

function spoilingBatches(desk: ExampleDesk): void {
  const process = desk.process.bind(desk);
  desk.process = (groups, move) => {
    const isGood = groups.flat().every((id) => desk.allows(desk.statusOf(id), move));
    return isGood ? process(groups, move) : groups.map(() => 'failed');
  };
}

function cancellingOrders(desk: ExampleDesk): void {
  const move = desk.move.bind(desk);
  desk.move = (id, how) => {
    const [order = new Map()] = [...desk.stored.values()].filter((items) => items.has(id));
    for (const each of how === 'cancel' ? order.keys() : [id]) move(each, how);
  };
}

function losingOrders(desk: ExampleDesk): void {
  const orders = desk.orders.bind(desk);
  desk.orders = async () => new Map([...(await orders())].slice(0, 1));
}
