import { expect, test } from '#testing/unit-test';
import { WindowBudget } from './window-budget.js';

const second = 1000;

/** A budget of 10 requests, and a request that is answered immediately. */
function tenRequests(share = 1) {
  const budget = new WindowBudget(10, share, 1);
  const send = (at: number, remaining?: number, more = {}) => {
    budget.sent();
    budget.ended(at, at, { status: 200, limit: 10, remaining, ...more });
  };
  return { budget, send };
}

test('the first request is sent alone, because its response shows how many requests other clients have left over', () => {
  const { budget, send } = tenRequests();
  expect(budget.roomAt(0)).toBe(0);
  budget.sent();
  expect(budget.roomAt(0)).toBeUndefined();
  budget.ended(5, 0, { status: 200, limit: 10, remaining: 1 });
  expect(budget.roomAt(5)).toBe(5);
  send(6, 0);
  expect(budget.roomAt(6)).toBe(5 + 61 * second);
});

test('no minute gets more requests than the limit allows, wherever the windows begin', () => {
  const { budget, send } = tenRequests();
  for (let sent = 0; sent < 10; sent += 1) send(sent * second);
  expect(budget.roomAt(10 * second)).toBe(61 * second);
  expect(budget.roomAt(61 * second)).toBe(61 * second);
  send(61 * second);
  expect(budget.roomAt(61 * second)).toBe(62 * second);
});

test('simultaneous requests are spread out as soon as a third of the window is used', () => {
  const { budget, send } = tenRequests();
  for (let sent = 0; sent < 3; sent += 1) send(0);
  expect(budget.pauseAt(0)).toBe(0);
  budget.sent();
  expect(budget.pauseAt(0)).toBe((61 * second) / 10);
  expect(budget.pauseAt(61 * second)).toBe(0);
});

test('requests that are not answered yet count like answered ones', () => {
  const { budget, send } = tenRequests();
  send(0, 9);
  for (let sent = 0; sent < 9; sent += 1) budget.sent();
  expect(budget.roomAt(1)).toBe(61 * second);
  expect(budget.onTheWay).toBe(9);
});

test("a tenth of each window is left to other clients, by the run's own count and by the headers", () => {
  const { budget, send } = tenRequests(0.9);
  for (let sent = 0; sent < 9; sent += 1) send(0, 9 - sent);
  expect(budget.roomAt(1)).toBe(61 * second);
  const others = tenRequests(0.9);
  others.send(0, 1, { reset: 7 });
  expect(others.budget.roomAt(1)).toBe(8 * second);
});

test('a new window begins when more is left than before, or when the last one is over', () => {
  const { budget, send } = tenRequests();
  send(0, 1, { reset: 60 });
  send(2 * second, 9, { reset: 60 });
  expect(budget.roomAt(3 * second, 5)).toBe(3 * second);
  const over = tenRequests();
  over.send(0, 0, { reset: 10 });
  expect(over.budget.roomAt(11 * second)).toBe(11 * second);
});

test('a response that was overtaken by a later one does not raise the number of requests left', () => {
  const { budget } = tenRequests();
  budget.sent();
  budget.sent();
  budget.ended(10, 2, { status: 200, limit: 10, remaining: 0 });
  budget.ended(11, 1, { status: 200, limit: 10, remaining: 1 });
  expect(budget.roomAt(12)).toBe(10 + 61 * second);
});

test('after a 429, requests wait as long as it says, otherwise longer each time', () => {
  for (const asked of [{ retryAfter: 30 }, { reset: 29 }]) {
    const { budget, send } = tenRequests();
    send(0, undefined, { status: 429, ...asked });
    expect(budget.roomAt(0)).toBeGreaterThanOrEqual(30 * second);
    expect(budget.roomAt(0)).toBeLessThanOrEqual(32 * second);
  }
  const { budget, send } = tenRequests();
  const pauses = [0, 1, 2, 3].map(() => {
    send(0, undefined, { status: 429 });
    return budget.roomAt(0) ?? 0;
  });
  expect(pauses[0]).toBeLessThanOrEqual(1.5 * second);
  expect(pauses[3]).toBeGreaterThanOrEqual(4 * second);
  send(0, undefined, { status: 429, retryAfter: 100_000 });
  expect(budget.roomAt(0)).toBeLessThanOrEqual(120 * second);
});

test('several requests that belong together must fit into one window', () => {
  const { budget, send } = tenRequests();
  send(0, 2, { reset: 20 });
  expect(budget.roomAt(1, 2)).toBe(1);
  expect(budget.roomAt(1, 3)).toBe(21 * second);
  expect(budget.freshAt(1)).toBe(61 * second);
});

test('a limit that the target declares replaces the assumed one', () => {
  const { budget, send } = tenRequests();
  send(0, 2, { limit: 3 });
  send(1, 1, { limit: 3 });
  send(2, 0, { limit: 3 });
  expect(budget.roomAt(3)).toBe(61 * second);
});

test('on a faster clock, a window ends sooner', () => {
  const budget = new WindowBudget(1, 1, 30);
  budget.sent();
  budget.ended(0, 0, { status: 200, limit: 1, remaining: 0 });
  expect(budget.roomAt(1)).toBeCloseTo((61 * second) / 30);
});
