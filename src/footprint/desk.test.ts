import { expect, test } from '#testing/unit-test';
import type { OrderWish } from '../operations/prerequisites/dealt-orders.js';
import { Desk } from './desk.js';

const open = { items: 1, status: 'open' } as const;

test('a test gets all its items from one order, preferably from one that is already broken up', () => {
  const desk = deskOf({ A: 'open open open', B: 'open shipped open', C: 'open cancelled' });
  expect(taken(desk, open)).toBe('C1');
  expect(taken(desk, { items: 3, status: 'open' })).toBe('A1 A2 A3');
  expect(taken(desk, { items: 3, status: 'open' })).toBe('none');
  expect(taken(desk, { items: 2, status: 'open' })).toBe('B1 B3');
});

test('a test that accepts any status gets used-up items first', () => {
  const desk = deskOf({ A: 'open shipped', B: 'open cancelled' });
  expect([1, 2, 3, 4].map(() => taken(desk, { items: 1 }))).toEqual(['A2', 'B2', 'A1', 'B1']);
  expect(taken(deskOf({ A: 'open' }), { items: 1, status: 'used' })).toBe('none');
});

test('each operation gets one open item, in the order of the contract, before any operation gets a second', () => {
  const wish = (operationId: string) => ({ ...open, operationId });
  const desk = deskOf({ A: 'open open open open' }, true);
  expect(taken(desk, wish('cancelOrderItems'))).toBe('A1');
  expect(taken(desk, wish('cancelOrderItems'))).toBe('A2');
  expect(taken(desk, wish('cancelOrderItems'))).toBe('none');
  expect(taken(desk, open)).toBe('none');
  expect(taken(desk, wish('returnOrderItems'))).toBe('A3');
  expect(taken(desk, wish('shipOrderItems'))).toBe('A4');
  const scarce = deskOf({ A: 'open' }, true);
  expect(taken(scarce, wish('returnOrderItems'))).toBe('none');
  expect(taken(scarce, wish('cancelOrderItems'))).toBe('A1');
});

test('an item belongs to one test until the test gives it back; the next test gets it in the status in which it was left', () => {
  const desk = deskOf({ A: 'open open' });
  expect(taken(desk, { items: 1 })).toBe('A1');
  expect(taken(desk, { items: 1, status: 'used' })).toBe('none');
  desk.giveBack('A', [{ id: 1, status: 'shipped' }]);
  expect(taken(desk, { items: 2, status: 'open' })).toBe('none');
  expect(taken(desk, { items: 1, status: 'shipped' })).toBe('A1');
  // If a test has not read the status since it worked with the item, the item may have any status.
  desk.giveBack('A', [{ id: '1' }]);
  expect(taken(desk, { items: 2, status: 'open' })).toBe('A2 A1');
});

/** A desk with orders, each given as the statuses of its items; the ids are `A1`, `A2`. */
function deskOf(orders: Readonly<Record<string, string>>, reserves = false): Desk {
  const items = Object.entries(orders).map(([number, statuses]) => {
    return [number, statuses.split(' ').map((status, index) => ({ id: index + 1, status }))] as const;
  });
  return new Desk(new Map(items), reserves);
}

/** The items that a test gets: `A1 A2`. */
function taken(desk: Desk, wish: OrderWish): string {
  const dealt = desk.take(wish);
  return dealt?.ids.map((id) => `${dealt.number}${id}`).join(' ') ?? 'none';
}
