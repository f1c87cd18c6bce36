import { expect, test } from '#testing/unit-test';
import { quotaOf } from './share.js';
import { type RateResponse, WindowBudget } from './window-budget.js';

const second = 1000;
const row = <Value>(length: number, each: (index: number) => Value) =>
  Array.from({ length }, (_, index) => each(index));

type Sent = readonly [at: number, headers?: Partial<RateResponse>];

/** A budget of 10 requests, after some requests that were answered immediately. */
function budgetAfter(sent: readonly Sent[], { share = 1, speed = 1 } = {}): WindowBudget {
  const budget = new WindowBudget(10, share, speed);
  for (const [at, headers] of sent) {
    budget.ended(at, at, { status: 200, limit: 10, ...headers });
  }
  return budget;
}

/** A request and what its response says about the window. */
const told = (at: number, remaining: number, reset?: number): Sent => [at, { remaining, reset }];
const whole = 61 * second;

/** The requests that were sent, how many requests that belong together come next, and when these may be sent. */
const openings: readonly (readonly [
  what: string,
  sent: readonly Sent[],
  asked: { at: number; requests?: number; share?: number; speed?: number; unanswered?: number },
  opens: number | undefined,
])[] = [
  ['the first request can be sent at once', [], { at: 0 }, 0],
  ['the first response shows what other clients have left over', [], { at: 0, unanswered: 1 }, undefined],
  ['as many requests follow as other clients have left over', [told(5, 1)], { at: 5 }, 5],
  ['no request follows if other clients have left none over', [told(5, 1), told(6, 0)], { at: 6 }, 5 + whole],
  ['a request counts for a whole window', row(10, (index) => [index * second]), { at: 10_000 }, whole],
  ['unanswered requests count', [told(0, 9)], { at: 1, unanswered: 9 }, whole],
  ['a share is left', row(9, (sent) => told(0, 9 - sent)), { at: 1, share: 0.9 }, whole],
  ['others have used the share', [told(0, 1, 7)], { at: 1, share: 0.9 }, 8000],
  ['a new window has more left', [told(0, 1, 60), told(2000, 9, 60)], { at: 3000, requests: 5 }, 3000],
  ['the last window is over', [told(0, 0, 10)], { at: 11_000 }, 11_000],
  ['requests that belong together fit', [told(0, 2, 20)], { at: 1, requests: 2 }, 1],
  ['they do not fit', [told(0, 2, 20)], { at: 1, requests: 3 }, 21_000],
  [
    'the limit that the target declares counts, not the assumed one',
    row(3, (sent) => [sent, { limit: 3, remaining: 2 - sent }]),
    { at: 3 },
    whole,
  ],
  ['a window ends sooner on a faster clock', [told(0, 0)], { at: 1, speed: 2 }, whole / 2],
];

test("a request may be sent if neither the budget's own count nor the response headers show that a window is used up", () => {
  for (const [what, sent, { at, requests, unanswered = 0, ...options }, opens] of openings)
    expect(budgetAfter(sent, options).roomAt(at, unanswered, requests), what).toBe(opens);
  expect(budgetAfter([[0, { remaining: 2, reset: 20 }]]).roomAt(1, 0, 'fresh')).toBe(61 * second);
  expect([quotaOf(50, 0.9), quotaOf(1000, 1), quotaOf(7, 0.5), quotaOf(1, 0.1)]).toEqual([45, 1000, 3, 1]);
});

test('simultaneous requests are spread out as soon as a third of the window is used', () => {
  const budget = budgetAfter(row(3, () => [0]));
  expect([budget.pauseAt(0, 0), budget.pauseAt(0, 1)]).toEqual([0, (61 * second) / 10]);
  expect(budget.pauseAt(61 * second, 1)).toBe(0);
});

test('a response that was overtaken by a later one does not raise the number of requests left', () => {
  const budget = budgetAfter([]);
  budget.ended(10, 2, { status: 200, limit: 10, remaining: 0 });
  budget.ended(11, 1, { status: 200, limit: 10, remaining: 1 });
  expect(budget.roomAt(12, 0)).toBe(10 + 61 * second);
});

test('after a 429, requests wait as long as it says, up to a maximum; if it says nothing, they wait longer each time', () => {
  const waitAfter = (times: number, headers: Partial<RateResponse> = {}) =>
    budgetAfter(row(times, () => [0, { status: 429, ...headers }])).roomAt(0, 0) ?? 0;
  for (const asked of [{ retryAfter: 30 }, { reset: 29 }]) {
    expect(waitAfter(1, asked)).toBeGreaterThanOrEqual(30 * second);
    expect(waitAfter(1, asked)).toBeLessThanOrEqual(32 * second);
  }
  expect(waitAfter(1)).toBeLessThanOrEqual(1.5 * second);
  expect(waitAfter(4)).toBeGreaterThanOrEqual(4 * second);
  expect(waitAfter(1, { retryAfter: 100_000 })).toBeLessThanOrEqual(120 * second);
});
