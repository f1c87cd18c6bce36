import { operation } from '../contract/operations.js';
import { atStatus, inHeader } from '../contract/values/place.js';
import type { Exchange } from '../http/exchange.js';
import { answeredAt, endOfWindow, rateOf, secondsToReset, windowSeconds } from '../http/rate-window.js';
import {
  countDownWithTheClock,
  haveHeader,
  leaveOneLessThan,
  passFromRetryAfterOn,
  startAnewWith,
} from '../verdicts/oracles/rate-limit.js';
import { haveStatus } from '../verdicts/oracles/response.js';
import { violationAt } from '../verdicts/oracles/violation.js';
import type { Witness } from '../verdicts/recording/recorder.js';
import { forgetOldest, type OrderRule, precedes, type Record } from './order.js';
import type { RecordedExchange } from './recorded-exchange.js';

const tooMany = 429;
const remainingHeader = 'x-ratelimit-remaining';
/** The number of keys and operations that are followed at the same time. */
const mostFollowed = 2000;
/** The number of requests, one after another, that must all count more than once before that is a violation. */
const enough = 5;

/** An exchange with what its headers say. */
interface Counted {
  readonly exchange: Exchange;
  readonly limit: number;
  readonly remaining: number;
}

/** Requests that were certainly counted in one window, in whatever order: the first one, and those that it precedes. */
interface Window {
  readonly first: Exchange;
  /** Until then, the window has not ended. */
  ends: number;
  /** How many of them passed, and the least number that was left. */
  passed: number;
  least: number;
  isJudged: boolean;
}

/** The requests of one key to one operation. */
interface Followed {
  window?: Window;
  /** The last request that had ended before every later one began. */
  before?: Counted;
  /** Those that may overlap with later ones. */
  open: Counted[];
  /** The last 429. */
  refused?: Exchange;
  /** The last two requests between which the remaining number didn't go down: a window began between them. */
  anew?: { readonly before: Exchange; readonly after: Exchange };
  /** How many requests of a fresh window passed one after another, each counted once. */
  inRow: number;
  /** By how much the number went down between two requests that don't overlap, if always by the same, and how often. */
  drop?: { readonly by: number; readonly times: number };
}

/** Everything that the judgement of a request needs. */
interface Case {
  readonly followed: Followed;
  readonly now: Counted;
  readonly record: Record;
  readonly hasOwnClock: boolean;
}

/**
 * Limits count down by one for each request of a key and an operation, and reset with their window; past the limit,
 * requests get a 429 (clause 8.1). Others may use the same key without being recorded: a number that goes down by more
 * than the recording shows is therefore no violation, unless it always does so by the same.
 */
export class LimitRule implements OrderRule {
  readonly requirements = [
    ...(['LIM-02', 'LIM-03', 'LIM-04', 'LIM-05', 'LIM-07', 'LIM-08', 'LIM-12', 'LIM-15'] as const),
  ];
  readonly #followed = new Map<string, Followed>();

  async see(recorded: RecordedExchange, record: Record, hasOwnClock: boolean): Promise<void> {
    const { exchange, key, called, isTimed } = recorded;
    if (exchange.credential !== 'valid' || exchange.outsideContract || exchange.status >= 500) return;
    if (exchange.status === tooMany)
      await record('LIM-12', { exchange, trail: [] }, haveHeader(exchange, remainingHeader, '0'));
    const { limit, remaining } = rateOf(exchange);
    if (limit === undefined || remaining === undefined) return;
    if (exchange.succeeded) await record('LIM-02', { exchange, trail: [] }, asInTheTable(exchange));
    if (!isTimed) return;
    const name = `${key} ${called.base} ${exchange.operationId}`;
    const followed = this.#followed.get(name) ?? { open: [], inRow: 0 };
    this.#followed.delete(name);
    this.#followed.set(name, followed);
    forgetOldest(this.#followed, mostFollowed);
    const now = { exchange, limit, remaining };
    settle(followed, exchange);
    const all = { followed, now, record, hasOwnClock };
    if (hasOwnClock) await judgeWindow(all);
    if (followed.before !== undefined) await judgeAfter(followed.before, all);
    if (hasOwnClock && followed.refused !== undefined) await judgeAfterRefusal(followed.refused, all);
    if (followed.open.length === 0) await countRow(all);
    if (exchange.status === tooMany) followed.refused = exchange;
    followed.open.push(now);
  }
}

/** Limits may be adjusted (clause 8.1), and the recording lacks the live description: another number is a warning. */
function asInTheTable(exchange: Exchange) {
  const { rateLimit } = operation(exchange.operationId);
  const other = haveHeader(exchange, 'x-ratelimit-limit', String(rateLimit));
  return (
    other && { ...other, expected: [`${rateLimit}, as in the table of limits`], atMost: 'warned' as const }
  );
}

/** Finds out which requests had ended before this one, and keeps the last of them. */
function settle(followed: Followed, now: Exchange): void {
  const ended = followed.open.filter(({ exchange }) => precedes(exchange, now));
  followed.open = followed.open.filter((each) => !ended.includes(each));
  followed.before = ended.reduce((last, each) => {
    const overlaps = last !== undefined && !precedes(last.exchange, each.exchange);
    return overlaps && last.remaining < each.remaining ? last : each;
  }, followed.before);
}

/** Of the requests in one window, no more pass than the limit says, and each is counted. */
async function judgeWindow({ followed, now, record }: Case): Promise<void> {
  const { exchange, limit, remaining } = now;
  const passed = exchange.status === tooMany ? 0 : 1;
  const ends = endOfWindow(exchange, 1)?.earliest;
  const { window } = followed;
  const isOver = window === undefined || answeredAt(exchange) >= window.ends;
  if (isOver) {
    delete followed.window;
    if (ends !== undefined)
      followed.window = { first: exchange, ends, passed, least: remaining, isJudged: false };
    return;
  }
  // It may have been counted before the first one, in the window before.
  if (!precedes(window.first, exchange)) return;
  window.passed += passed;
  window.least = Math.min(window.least, remaining);
  window.ends = Math.max(window.ends, ends ?? 0);
  if (window.isJudged) return;
  const about = { exchange, trail: [lineOf(window.first)] };
  const many = `${window.passed} requests of one window passed`;
  if (window.passed > limit) {
    const most = `a status other than ${tooMany} for at most ${limit} requests of a window`;
    await record('LIM-05', about, violationAt({ ...atStatus, path: 'past the limit' }, most, many));
  } else if (window.least > limit - window.passed) {
    const expected = `${limit - window.passed} or less after ${window.passed} requests of a window of ${limit}`;
    await record('LIM-03', about, violationAt(inHeader(remainingHeader), expected, `"${remaining}"`));
  } else return;
  window.isJudged = true;
}

/** @param before had ended before this request began */
async function judgeAfter(before: Counted, { followed, now, record, hasOwnClock }: Case): Promise<void> {
  const { exchange, remaining } = now;
  const about = { exchange, trail: [lineOf(before.exchange)] };
  const readings = [before.exchange, exchange].map((each) => counted(each, before.exchange));
  if (hasOwnClock && readings.every((each) => secondsToReset(each.exchange) !== undefined))
    await record('LIM-04', about, countDownWithTheClock(readings));
  if (exchange.status === tooMany) return;
  const drop = before.remaining - remaining;
  if (drop === 1) {
    await record('LIM-03', about, undefined);
    const [path, other] = [exchange, before.exchange].map(({ request }) => new URL(request.url).pathname);
    if (path !== other) await record('LIM-08', about, undefined);
  }
  if (drop > 0) {
    if (followed.open.length === 0) await judgeDrop(drop, about, { followed, before, record });
    return;
  }
  const { anew } = followed;
  const isLater =
    anew === undefined || anew.after === before.exchange || precedes(anew.after, before.exchange);
  // Between two windows that begin, a whole one has passed.
  const since = anew === undefined || !isLater ? Number.NEGATIVE_INFINITY : anew.before.startedAt;
  const isTooSoon = answeredAt(exchange) - since < (windowSeconds - 2) * 1000;
  const ends = endOfWindow(before.exchange, 1)?.earliest ?? 0;
  const isWrong = hasOwnClock && (isTooSoon || answeredAt(exchange) < ends);
  if (isWrong && before.remaining === 0) await record('LIM-05', about, haveStatus(exchange, tooMany));
  else if (isWrong) await record('LIM-03', about, leaveOneLessThan(exchange, before.exchange));
  if (isLater) followed.anew = { before: before.exchange, after: exchange };
}

/** A number that always goes down by the same, but not by one: no other client is that regular. */
async function judgeDrop(
  by: number,
  about: Witness,
  { followed, before, record }: Pick<Case, 'followed' | 'record'> & { readonly before: Counted },
): Promise<void> {
  const { drop } = followed;
  followed.drop = { by: drop === undefined || drop.by === by ? by : 1, times: (drop?.times ?? 0) + 1 };
  if (followed.drop.by > 1 && followed.drop.times >= enough)
    await record('LIM-03', about, leaveOneLessThan(about.exchange, before.exchange));
}

async function judgeAfterRefusal(refused: Exchange, { now, record }: Case): Promise<void> {
  const { exchange, limit, remaining } = now;
  if (exchange.status === tooMany || !precedes(refused, exchange)) return;
  const about = { exchange, trail: [lineOf(refused)] };
  const from = (exchange.startedAt - answeredAt(refused)) / 1000;
  const to = (answeredAt(exchange) - refused.startedAt) / 1000;
  await record('LIM-15', about, passFromRetryAfterOn([{ exchange, from, to }], refused));
  const latest = endOfWindow(refused, 1)?.latest ?? Number.POSITIVE_INFINITY;
  // If less is left, others may have used the rest.
  if (exchange.startedAt > latest && remaining === limit - 1)
    await record('LIM-07', about, startAnewWith({ opened: exchange }, limit));
}

/** A window that was used up from its first request on, each of which was counted once, ends with a 429. */
async function countRow({ followed, now, record }: Case): Promise<void> {
  const { exchange, remaining, limit } = now;
  if (exchange.status !== tooMany) {
    const isNext = remaining === limit - followed.inRow - 1;
    followed.inRow = remaining === limit - 1 ? 1 : isNext ? followed.inRow + 1 : 0;
    return;
  }
  if (followed.inRow === limit)
    await record('LIM-05', { exchange, trail: [] }, haveStatus(exchange, tooMany));
  followed.inRow = 0;
}

function counted(exchange: Exchange, first: Exchange) {
  const from = Math.max(0, (exchange.startedAt - first.startedAt) / 1000);
  return { exchange, from, to: (answeredAt(exchange) - first.startedAt) / 1000 };
}

function lineOf(exchange: Exchange): string {
  const { line, startedAt } = exchange;
  const reset = exchange.header('x-ratelimit-reset');
  const at = new Date(startedAt).toISOString().slice(11, 23);
  return `${at}: ${line}, ${exchange.header(remainingHeader)} left${reset === undefined ? '' : `, resets in ${reset} s`}`;
}
