import { atStatus, inHeader } from '../../contract/values/place.js';
import type { Exchange } from '../../http/exchange.js';
import { rateOf, retryAfterOf, secondsToReset, windowSeconds } from '../../http/rate-window.js';
import { haveStatus, haveStatusOtherThan } from './response.js';
import { type OracleResult, type Violation, violationAt } from './violation.js';

const tooMany = 429;
const limitHeader = 'x-ratelimit-limit';
const remainingHeader = 'x-ratelimit-remaining';
const resetHeader = 'x-ratelimit-reset';

/**
 * X-RateLimit-Limit is the number of requests per minute that the target declares for the operation. If that differs
 * from the table, the finding names both numbers and is a warning, because limits may be adjusted (clause 8.1).
 * @param table the number that clause 8.1 gives for the operation
 * @param declared the number in the live description, or the table's if it declares none
 */
export function carryTheLimit(exchange: Exchange, table: number, declared: number): Violation | undefined {
  const other = haveHeader(exchange, limitHeader, String(declared));
  if (other !== undefined || declared === table) return other;
  const [expected, actual] = [
    `${table}, as in the table of limits`,
    `${declared}, as the live description declares too`,
  ];
  return { ...violationAt(inHeader(limitHeader), expected, actual), atMost: 'warned' };
}

/** The response header has exactly the given value; its name is given in lower case. */
export function haveHeader(exchange: Exchange, name: string, value: string): Violation | undefined {
  const actual = exchange.header(name);
  return actual === value ? undefined : violationAt(inHeader(name), value, actual ?? 'no such header');
}

/**
 * Of requests sent one after another in a fresh window, exactly as many pass as the limit allows, and no later ones
 * (clause 8.1).
 * @param responses in the order of their requests; there are more of them than the limit if the test reached it
 * @param lost how many more requests got no response: each of them may or may not have been counted
 */
export function admitTheFirst(
  responses: readonly Exchange[],
  limit: number,
  lost = 0,
): Violation | undefined {
  const first = responses.findIndex(({ status }) => status === tooMany);
  const isEarly = first !== -1 && first < limit - lost;
  const late = responses.findIndex(({ status }, index) => index >= limit && status !== tooMany);
  const wrong = isEarly ? first : late;
  if (wrong === -1 && responses.length > limit - lost) return undefined;
  const at = { ...atStatus, path: isEarly ? 'before the limit' : 'past the limit' };
  const expected = `a status other than 429 for exactly the first ${limit} requests of the window, then 429`;
  const seen = `status ${responses[wrong]?.status} for request number ${wrong + 1}`;
  return violationAt(at, expected, wrong === -1 ? `${responses.length} requests in all` : seen);
}

/**
 * If more requests are sent at the same time than the limit allows, exactly as many pass as it allows (clause 8.1).
 * @param lost how many more requests got no response: each of them may or may not have been counted
 */
export function admit(responses: readonly Exchange[], limit: number, lost = 0): OracleResult {
  const passed = responses.filter(({ status }) => status !== tooMany).length;
  if (passed > limit || passed < limit - lost) {
    const expected = `a status other than 429 for exactly ${limit} of ${responses.length} requests`;
    return violationAt(atStatus, expected, `${passed} such responses`);
  }
  return responses.length > limit
    ? undefined
    : { inconclusive: 'no more requests were sent than the limit says' };
}

/**
 * X-RateLimit-Remaining goes down by exactly one with each request of a fresh window that passed (clause 8.1).
 * @param responses in the order of their requests; those from the first 429 on are ignored
 * @param lost how many more requests got no response: each of them may or may not have been counted
 */
export function countDownFrom(responses: readonly Exchange[], limit: number, lost = 0): OracleResult {
  const end = responses.findIndex(({ status }) => status === tooMany);
  const passed = responses.slice(0, end === -1 ? responses.length : end);
  const left = passed.map((response) => rateOf(response).remaining ?? Number.NaN);
  const wrong = left.findIndex((remaining, index) => {
    const most = Math.min(limit - 1 - index, (left[index - 1] ?? limit) - 1);
    return index < limit && !(remaining <= most && remaining >= limit - 1 - index - lost);
  });
  const response = passed[wrong];
  if (response === undefined)
    return passed.length > 0 ? undefined : { inconclusive: 'no request of the window passed' };
  const least = lost > 0 ? ` or at most ${lost} less` : '';
  const expected = `${limit - 1 - wrong}${least} after request number ${wrong + 1} of a window of ${limit}`;
  return violationAt(inHeader(remainingHeader), expected, headerInWords(response, remainingHeader));
}

/**
 * The numbers of requests that may remain after one more request.
 * @param before the response to the previous request
 * @param anew the number left if a new window has begun; undefined if none can have begun
 * @param lost how many requests in between got no response: each of them may or may not have been counted
 */
export function remainingAfter(before: Exchange, anew?: number, lost = 0): readonly number[] {
  const { remaining } = rateOf(before);
  const most = [...(remaining === undefined ? [] : [remaining - 1]), ...(anew === undefined ? [] : [anew])];
  return most.flatMap((each) => Array.from({ length: lost + 1 }, (_, index) => each - index));
}

/**
 * A request passed and left one less than an earlier request of the same window: nothing was counted between them
 * (clause 8.1).
 * @param anew the number left if a new window has begun; undefined if none can have begun
 * @param lost how many requests between them got no response: each of them may or may not have been counted
 */
export function leaveOneLessThan(
  after: Exchange,
  before: Exchange,
  anew?: number,
  lost = 0,
): Violation | undefined {
  const acceptable = remainingAfter(before, anew, lost);
  const { remaining: actual } = rateOf(after);
  if (after.status !== tooMany && actual !== undefined && acceptable.includes(actual)) return undefined;
  const expected = acceptable.map((each) => `${each}, with a status other than 429`);
  const shown = `${headerInWords(after, remainingHeader)}, with status ${after.status}`;
  return violationAt(inHeader(remainingHeader), expected, shown);
}

/**
 * Like leaveOneLessThan, for two valid requests with a request without a valid key between them (clause 5.6). Only a
 * lower number of remaining requests can show that it was counted.
 */
export function leaveAllButOneOf(after: Exchange, before: Exchange): OracleResult {
  const [{ remaining: earlier }, { remaining: later }] = [rateOf(before), rateOf(after)];
  // If either header is missing, this is NaN, which doesn't count as stale.
  const fallen = Number(earlier) - Number(later);
  return fallen <= 0 && after.status !== tooMany
    ? { inconclusive: 'X-RateLimit-Remaining did not go down with the valid request either' }
    : leaveOneLessThan(after, before);
}

/**
 * Like leaveOneLessThan, for a second key of the merchant. The description doesn't show whether a limit applies to a
 * key or to a merchant (gap G-20), so a key without its own limit is at most a warning (clause 5.6).
 */
export function leaveOneLessWithItsOwnLimitThan(
  after: Exchange,
  ...others: readonly [before: Exchange, anew?: number, lost?: number]
): Violation | undefined {
  const violation = leaveOneLessThan(after, ...others);
  return violation === undefined ? undefined : { ...violation, atMost: 'warned', gaps: ['G-20'] };
}

/** A header as it was received, in quotes. */
function headerInWords(response: Exchange, name: string): string {
  const text = response.header(name);
  return text === undefined ? 'no such header' : `"${text}"`;
}

/** A response, and when its request was counted. */
export interface CountedResponse {
  readonly exchange: Exchange;
  /** The request was counted between these two times, in seconds on the target's clock since the first request. */
  readonly from: number;
  readonly to: number;
}

/**
 * X-RateLimit-Reset is a whole number of seconds from 0 to 60. It goes down with the target's clock and starts again
 * after the end of the window, not before (clauses 4.4 and 8.1).
 * @param readings responses that carry the header, in the order of their requests
 */
export function countDownWithTheClock(readings: readonly CountedResponse[]): OracleResult {
  let before: Moment | undefined;
  for (const { exchange, ...time } of readings) {
    const reset = secondsToReset(exchange);
    const ranges = before === undefined ? [[0, windowSeconds] as const] : acceptable(before, time);
    if (reset === undefined || !ranges.some(([least, most]) => reset >= least && reset <= most)) {
      const expected = reset === undefined ? `a whole number from 0 to ${windowSeconds}` : ranges.map(shown);
      return violationAt(inHeader(resetHeader), expected, headerInWords(exchange, resetHeader));
    }
    before = { ...time, reset };
  }
  return readings.length < 2 ? { inconclusive: 'too few responses carry X-RateLimit-Reset' } : undefined;
}

type Time = Pick<CountedResponse, 'from' | 'to'>;
type Moment = Time & { readonly reset: number };
type Range = readonly [least: number, most: number];

/**
 * The values that X-RateLimit-Reset may have at a time: those for the same window, the next window, or both if either
 * is possible.
 */
function acceptable(before: Moment, now: Time): readonly Range[] {
  const least = Math.max(0, now.from - before.to);
  const most = now.to - before.from;
  const ranges: Range[] = [];
  // The whole number may have been rounded up or down, so the window may end up to a second earlier or later than the
  // number says.
  if (least < before.reset + 1)
    ranges.push([Math.max(0, before.reset - Math.ceil(most)), Math.max(0, before.reset - Math.floor(least))]);
  if (most > before.reset - 1)
    ranges.push([Math.max(0, windowSeconds - Math.ceil(most - before.reset + 2)), windowSeconds]);
  return ranges;
}

function shown([least, most]: Range): string {
  return least === most ? `${least}` : `${least} to ${most}`;
}

/**
 * A Retry-After is correct: until that time, requests are refused, and from then on they pass (gap G-14). It is
 * rounded, so requests close to that time show nothing.
 * @param rejected the 429 that carries it
 * @param readings the later requests, with the time since the 429
 */
export function passFromRetryAfterOn(readings: readonly CountedResponse[], rejected: Exchange): OracleResult {
  const wait = retryAfterOf(rejected);
  if (wait === undefined) return { inconclusive: 'the 429 has no Retry-After that can be read' };
  const { seconds, rounding } = wait;
  const because = `${seconds} s, because of Retry-After "${rejected.header('retry-after')}"`;
  const early = readings.find(({ exchange, to }) => exchange.status !== tooMany && to <= seconds - rounding);
  if (early !== undefined) {
    const actual = `status ${early.exchange.status} after ${Math.ceil(early.to)} s`;
    return violationAt(atStatus, `status ${tooMany} for ${because}`, actual);
  }
  const past = readings.filter(({ from }) => from >= seconds + rounding);
  const late = past.find(({ exchange }) => exchange.status === tooMany);
  if (late !== undefined) {
    const actual = `status ${tooMany} after ${Math.floor(late.from)} s`;
    return violationAt(atStatus, `a status other than ${tooMany} after ${because}`, actual);
  }
  return past.length > 0 ? undefined : { inconclusive: 'no request was sent after the time of Retry-After' };
}

/** Requests of an exhausted operation around the end of its window. */
export interface NextWindow {
  /**
   * A request counted shortly before the end of the window, according to X-RateLimit-Reset. Absent if the target
   * doesn't send that header or was too slow.
   */
  readonly lastSecond?: Exchange;
  /** The first request after the end. */
  readonly opened: Exchange;
  /** All requests since the 429, with the time that had passed since it. */
  readonly readings: readonly CountedResponse[];
  /**
   * The maximum number of seconds of the new window that may have passed when the first request was counted. Absent if
   * unknown.
   */
  readonly gone?: number;
}

/**
 * The window lasts as long as its headers say and is one minute long; after it, requests pass again and are counted
 * from the start (clause 8.1).
 */
export function startAnewWith(
  { lastSecond, opened, gone }: Omit<NextWindow, 'readings'>,
  limit: number,
): Violation | undefined {
  const refused =
    (lastSecond === undefined ? undefined : haveStatus(lastSecond, 429)) ?? haveStatusOtherThan(opened, 429);
  if (refused !== undefined) return refused;
  const remaining = headerInWords(opened, remainingHeader);
  if (opened.header(remainingHeader) !== String(limit - 1))
    return violationAt(inHeader(remainingHeader), `${limit - 1}, one less than the limit`, remaining);
  const reset = opened.header(resetHeader);
  if (reset === undefined || gone === undefined) return undefined;
  const least = Math.max(0, windowSeconds - Math.ceil(gone));
  if (Number(reset) >= least && Number(reset) <= windowSeconds) return undefined;
  const expected = `${least} to ${windowSeconds} at the beginning of a window of one minute`;
  return violationAt(inHeader(resetHeader), expected, `"${reset}"`);
}
