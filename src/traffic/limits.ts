import { operation } from '../contract/operations.js';
import { atStatus, inHeader } from '../contract/values/place.js';
import type { Exchange } from '../http/exchange.js';
import { type Answered, rateOf, secondsToReset, windowSeconds } from '../http/rate-window.js';
import {
  countDownWithTheClock,
  haveHeader,
  leaveOneLessThan,
  passFromRetryAfterOn,
  startAnewWith,
} from '../verdicts/oracles/rate-limit.js';
import { haveStatus } from '../verdicts/oracles/response.js';
import { violationAt } from '../verdicts/oracles/violation.js';
import {
  elapsed,
  forgetOldest,
  type OrderRule,
  type PutOnRecord,
  precedes,
  type Times,
  unlessOthersDid,
  withoutBody,
} from './order.js';
import type { RecordedExchange } from './recorded-exchange.js';

const tooMany = 429;
const remainingHeader = 'x-ratelimit-remaining';
/** The number of keys and operations that are followed at the same time. */
const mostFollowed = 500;
/** The number of requests that a window remembers. */
const mostRead = 100;
/** How often a number must go down by too much, always for the same reason, before that is a warning. */
const enough = { 'LIM-03': 5, 'LIM-06': 3, 'LIM-09': 3, 'LIM-14': 2 } as const;

/** Requests of which a service that mixes them up would count all in one window. */
class Tally {
  count = 0;
  /** The number of the last one that overlapped with an earlier one. */
  overlap = 0;
  #last: Times | undefined;

  add({ startedAt, milliseconds }: Times): void {
    this.count += 1;
    const own = { startedAt, milliseconds };
    if (this.#last !== undefined && !precedes(this.#last, own)) this.overlap = this.count;
    const end = this.#last === undefined ? 0 : this.#last.startedAt + this.#last.milliseconds;
    if (end < startedAt + milliseconds) this.#last = own;
  }
}

/** What a service may wrongly count in one window: the requirement that it would violate, and a name for these requests. */
type MixedUp = readonly [id: 'LIM-06' | 'LIM-09' | 'LIM-14', name: string];

/** An exchange with what its headers say. */
interface Counted {
  readonly exchange: Exchange;
  readonly limit: number;
  readonly remaining: number;
  /** The tallies that it belongs to, and its number in each. */
  readonly tallied: readonly { readonly of: MixedUp; readonly tally: Tally; readonly number: number }[];
}

/** What is kept of a response for as long as its window lasts. */
interface Reading extends Answered {
  readonly line: string;
}

/** Requests that were certainly counted in one window, in whatever order. */
interface Window {
  readonly first: Reading;
  /** Those that passed, by the number that was left: at most the last ones. */
  readonly passed: Map<number, Reading>;
  count: number;
  least: number;
  isJudged: boolean;
}

/** How often a number went down by what a mistake explains, if it never went down otherwise. */
interface Suspicion {
  readonly by?: number;
  readonly times: number;
}

/** The requests of one key to one operation. */
interface Followed {
  window?: Window;
  /** The last request that had ended before every later one began. */
  before?: Counted;
  /** Those that may overlap with later ones. */
  open: Counted[];
  /** The last 429, and how many there were since a request passed. */
  refused?: Exchange;
  refusals: number;
  /** The last two requests between which the remaining number didn't go down: a window began between them. */
  anew?: { readonly before: Exchange; readonly after: Exchange };
}

/** Everything that the judgement of a request needs. */
interface Case {
  readonly followed: Followed;
  readonly now: Counted;
  readonly record: PutOnRecord;
}

/**
 * Limits count down by one for each request of a key and an operation, and reset with their window; past the limit,
 * requests get a 429 (clause 8.1). Others may use the same key without being recorded: a number that goes down by more
 * than the recording shows is therefore no violation; if it always does so by the same, or by what else was requested,
 * it is a warning.
 */
export class LimitRule implements OrderRule {
  readonly requirements = [
    ...(['LIM-02', 'LIM-03', 'LIM-04', 'LIM-05', 'LIM-06', 'LIM-07', 'LIM-08', 'LIM-09'] as const),
    ...(['LIM-12', 'LIM-13', 'LIM-14', 'LIM-15'] as const),
  ];
  readonly #followed = new Map<string, Followed>();
  readonly #tallies = new Map<string, Tally>();
  readonly #suspicions = new Map<string, Suspicion>();

  async see(recorded: RecordedExchange, record: PutOnRecord): Promise<void> {
    const { exchange, key, called, isTimed } = recorded;
    // A cache repeats the numbers of the response that it keeps.
    const isKept = Number(exchange.header('age')) > 0;
    if (exchange.outsideContract || exchange.status >= 500 || isKept) return;
    const at = `${called.base} ${exchange.operationId}`;
    if (exchange.credential !== 'valid') {
      this.#tally(exchange, ['LIM-14', at]);
      return;
    }
    if (exchange.status === tooMany)
      await record('LIM-12', { exchange, trail: [] }, haveHeader(exchange, remainingHeader, '0'));
    const { limit, remaining } = rateOf(exchange);
    if (limit === undefined || remaining === undefined) return;
    if (exchange.succeeded) await record('LIM-02', { exchange, trail: [] }, asInTheTable(exchange));
    if (!isTimed) return;
    const name = `${key} ${at}`;
    const followed = this.#followed.get(name) ?? { open: [], refusals: 0 };
    this.#followed.delete(name);
    this.#followed.set(name, followed);
    forgetOldest(this.#followed, mostFollowed);
    const { path = '' } = called.operation ?? {};
    const own = `${key} ${called.base}`;
    const operations = ['', path, path.startsWith('/api/v1/results/') ? 'results' : path];
    const tallied = this.#tally(
      exchange,
      ...[...new Set(operations)].map((name) => ['LIM-06', `${own} ${name}`] as const),
      ['LIM-09', at],
      ['LIM-14', at],
    );
    const now = { exchange, limit, remaining, tallied };
    const kept = withoutBody(exchange);
    settle(followed, exchange);
    // Limits may be adjusted (clause 8.1): then everything begins anew.
    if (followed.before !== undefined && followed.before.limit !== limit)
      for (const each of ['window', 'before', 'refused', 'anew'] as const) delete followed[each];
    const all = { followed, now, record };
    if (followed.refused !== undefined) await judgeRefusal(followed.refused, all);
    await judgeWindow(all);
    if (followed.before !== undefined) await this.#judgeAfter(followed.before, all, at);
    if (followed.refused !== undefined) await judgeAfterRefusal(followed.refused, all);
    followed.refusals = exchange.status === tooMany ? followed.refusals + 1 : 0;
    if (exchange.status === tooMany) followed.refused = kept;
    if (followed.anew?.after === exchange) followed.anew = { ...followed.anew, after: kept };
    followed.open.push({ ...now, exchange: kept });
  }

  #tally(exchange: Exchange, ...mixedUp: readonly MixedUp[]): Counted['tallied'] {
    return mixedUp.map((of) => {
      const name = of.join(' ');
      const tally = this.#tallies.get(name) ?? new Tally();
      this.#tallies.set(name, tally);
      forgetOldest(this.#tallies, mostFollowed);
      tally.add(exchange);
      return { of, tally, number: tally.count };
    });
  }

  /** @param before had ended before this request began */
  async #judgeAfter(before: Counted, { followed, now, record }: Case, at: string): Promise<void> {
    const { exchange, remaining } = now;
    const about = { exchange, trail: [lineOf(before.exchange)] };
    const time = elapsed(before.exchange, exchange);
    const resets = [before.exchange, exchange].every((each) => secondsToReset(each) !== undefined);
    const readings = [
      { exchange: before.exchange, from: 0, to: 0 },
      { exchange, ...time },
    ];
    const countsDown = resets ? countDownWithTheClock(readings) : undefined;
    // While the clocks disagree, almost any number would do.
    if (countsDown !== undefined || (resets && time.to - time.from < windowSeconds / 10))
      await record('LIM-04', about, countsDown);
    if (exchange.status === tooMany) return;
    const drop = before.remaining - remaining;
    if (drop === 1) {
      await record('LIM-03', about, undefined);
      const [path, other] = [exchange, before.exchange].map(({ request }) => new URL(request.url).pathname);
      if (path !== other) await record('LIM-08', about, undefined);
    }
    if (drop > 0) {
      if (followed.open.length === 0) await this.#judgeDrop(drop, before, { now, record }, at);
      return;
    }
    const { anew } = followed;
    const isLater =
      anew === undefined || anew.after === before.exchange || precedes(anew.after, before.exchange);
    // Between two windows that begin, a whole one has passed.
    const isTooSoon = anew !== undefined && isLater && elapsed(anew.before, exchange).to < windowSeconds - 2;
    const isWrong = isTooSoon || isInWindowOf(before.exchange, exchange);
    if (isWrong && before.remaining === 0) {
      const isAnew = before.exchange.status === tooMany && remaining === now.limit - 1;
      await record(isAnew ? 'LIM-07' : 'LIM-05', about, haveStatus(exchange, tooMany));
    } else if (isWrong) await record('LIM-03', about, leaveOneLessThan(exchange, before.exchange));
    if (isLater) followed.anew = { before: before.exchange, after: exchange };
  }

  /** A number that always goes down by the same, or by what else was requested: hardly any other client is that regular. */
  async #judgeDrop(
    drop: number,
    before: Counted,
    { now, record }: Pick<Case, 'now' | 'record'>,
    at: string,
  ): Promise<void> {
    const { exchange } = now;
    const about = { exchange, trail: [lineOf(before.exchange)] };
    const suspect = async (id: keyof typeof enough, by: number, name: string) => {
      const known = this.#suspicions.get(name) ?? { times: 0 };
      const fits = drop > 1 && drop === by;
      const times = fits && !Number.isNaN(known.times) ? known.times + 1 : Number.NaN;
      this.#suspicions.set(name, { by, times });
      forgetOldest(this.#suspicions, mostFollowed);
      const wrong = unlessOthersDid(leaveOneLessThan(exchange, before.exchange));
      if (times >= enough[id]) await record(id, about, wrong);
    };
    const own = `LIM-03 ${at}`;
    await suspect('LIM-03', this.#suspicions.get(own)?.by ?? drop, own);
    for (const [index, { of, tally, number }] of before.tallied.entries()) {
      const [id] = of;
      const by = tally.count - number;
      if (number <= tally.overlap || by === 1) continue;
      if (drop === 1) await record(id, about, undefined);
      await suspect(id, by, `${id} ${index} ${at}`);
    }
  }
}

/** Whether an exchange was certainly counted in the window of an earlier one, as its X-RateLimit-Reset says. */
function isInWindowOf(earlier: Exchange, later: Exchange): boolean {
  return elapsed(earlier, later).to < (secondsToReset(earlier) ?? 0) - 1;
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

/** Whether two responses certainly name the end of the same window: another one would be a minute away. */
function isSameWindow(earlier: Answered, later: Answered): boolean {
  const [before, after] = [secondsToReset(earlier), secondsToReset(later)];
  if (before === undefined || after === undefined) return false;
  const { from, to } = elapsed(earlier, later);
  const apart = windowSeconds - 2;
  return from + after - before > -apart && to + after - before < apart;
}

/** Each request of a window that passed left another number, and no more pass than the limit says. */
async function judgeWindow({ followed, now, record }: Case): Promise<void> {
  const { exchange, limit, remaining } = now;
  if (followed.window === undefined || !isSameWindow(followed.window.first, exchange)) {
    const first = readingOf(exchange);
    followed.window = { first, passed: new Map(), count: 0, least: limit, isJudged: false };
  }
  const { window } = followed;
  if (exchange.status === tooMany) {
    const about = { exchange, trail: [lineOf(window.first)] };
    if (window.count === limit && window.least === 0) await record('LIM-05', about, undefined);
    return;
  }
  const same = window.passed.get(remaining);
  const near = same ?? window.passed.get(remaining + 1) ?? window.passed.get(remaining - 1);
  const overlaps = near !== undefined && !precedes(near, exchange);
  window.passed.set(remaining, readingOf(exchange));
  forgetOldest(window.passed, mostRead);
  window.count += 1;
  window.least = Math.min(window.least, remaining);
  if (near === undefined) return;
  const about = { exchange, trail: [lineOf(near)] };
  if (same === undefined) {
    if (overlaps) await record('LIM-13', about, undefined);
    return;
  }
  if (window.isJudged) return;
  window.isJudged = true;
  if (remaining === 0) {
    const last = `a status other than ${tooMany} for one request that leaves none`;
    const place = { ...atStatus, path: 'past the limit' };
    await record('LIM-05', about, violationAt(place, last, `status ${exchange.status} for another one`));
    return;
  }
  const expected = 'a number that no other request of the window left';
  await record(
    overlaps ? 'LIM-13' : 'LIM-03',
    about,
    violationAt(inHeader(remainingHeader), expected, `"${remaining}"`),
  );
}

/** A window of which each request was counted once is refused early only if somebody else used the rest just then. */
async function judgeRefusal(refused: Exchange, { followed, now, record }: Case): Promise<void> {
  const { window } = followed;
  const { limit } = now;
  if (window === undefined || window.isJudged || window.count < limit / 2 || window.count >= limit) return;
  if (window.least !== limit - window.count || !isSameWindow(window.first, refused)) return;
  if (!precedes(refused, now.exchange)) return;
  window.isJudged = true;
  const about = { exchange: refused, trail: [`${window.count} requests of its window passed`] };
  const early = violationAt(atStatus, `a status other than ${tooMany}`, `status ${tooMany}`);
  await record('LIM-05', about, unlessOthersDid(early));
}

async function judgeAfterRefusal(refused: Exchange, { followed, now, record }: Case): Promise<void> {
  const { exchange, limit, remaining } = now;
  if (exchange.status === tooMany || !precedes(refused, exchange)) return;
  const about = { exchange, trail: [lineOf(refused)] };
  const time = elapsed(refused, exchange);
  await record('LIM-15', about, passFromRetryAfterOn([{ exchange, ...time }], refused));
  // If less is left, others may have used the rest.
  if (time.to >= (secondsToReset(refused) ?? Number.POSITIVE_INFINITY) && remaining === limit - 1)
    await record('LIM-07', about, startAnewWith({ opened: exchange }, limit));
  // Somebody else would have to have sent just as many requests as were refused.
  else if (followed.refusals > 1 && remaining === limit - 1 - followed.refusals)
    await record('LIM-07', about, unlessOthersDid(startAnewWith({ opened: exchange }, limit)));
}

function readingOf(exchange: Exchange): Reading {
  const { startedAt, milliseconds, line } = exchange;
  const read = ['date', 'x-ratelimit-reset', remainingHeader].map((name) => [name, exchange.header(name)]);
  const headers = Object.fromEntries(read.filter(([, value]) => value !== undefined));
  return { startedAt, milliseconds, line, headers };
}

function lineOf({ line, startedAt, headers }: Reading): string {
  const { 'x-ratelimit-reset': reset, [remainingHeader]: left } = headers;
  const at = new Date(startedAt).toISOString().slice(11, 23);
  return `${at}: ${line}, ${left} left${reset === undefined ? '' : `, resets in ${reset} s`}`;
}
