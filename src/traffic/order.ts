import type { RequirementId } from '../contract/requirements/requirement-ids.generated.js';
import type { Exchange } from '../http/exchange.js';
import { type Answered, answeredAt } from '../http/rate-window.js';
import type { OracleResult } from '../verdicts/oracles/violation.js';
import type { Witness } from '../verdicts/recording/recorder.js';
import type { RecordedExchange } from './recorded-exchange.js';

/** Puts the judgement of an oracle on record. */
export type PutOnRecord = (id: RequirementId, about: Witness, result: OracleResult) => Promise<unknown>;

/** A rule for exchanges in their order. */
export interface OrderRule {
  /** The requirements that it can verify or find violated. */
  readonly requirements: readonly RequirementId[];
  /** Looks at an exchange with a complete body, after all that began before it. */
  see(recorded: RecordedExchange, record: PutOnRecord): Promise<void>;
}

/**
 * Milliseconds by which the end of an exchange may be later than a recording says. All writers round its beginning to a
 * millisecond; mitmproxy rounds the five parts of its duration, too.
 */
function roundingOf({ milliseconds }: Pick<Times, 'milliseconds'>): number {
  return Number.isInteger(milliseconds) ? 6 : 1;
}

/** When an exchange took place. */
export type Times = Pick<Exchange, 'startedAt' | 'milliseconds'>;

/** Whether one exchange had certainly ended before another began: requests that overlap may be handled in any order. */
export function precedes(earlier: Times, { startedAt }: Pick<Times, 'startedAt'>): boolean {
  return earlier.startedAt + earlier.milliseconds + roundingOf(earlier) <= startedAt;
}

/**
 * Seconds that passed for the service between two responses: the least and the most by the clock of the recording and, if
 * they have a Date, by that of the service, which may be simulated. What holds by both is certain.
 */
export function elapsed(earlier: Answered, later: Answered): { readonly from: number; readonly to: number } {
  const from = Math.max(0, (later.startedAt - answeredAt(earlier)) / 1000);
  const to = (answeredAt(later) - earlier.startedAt) / 1000;
  const [sent, answered] = [earlier, later].map((each) => Date.parse(each.headers.date ?? ''));
  const dated = (Number(answered) - Number(sent)) / 1000;
  // Date is in whole seconds.
  return Number.isNaN(dated)
    ? { from, to }
    : { from: Math.min(from, dated - 1), to: Math.max(to, dated + 1) };
}

/** A violation only if nobody else did something that the recording lacks: at most a warning. */
export function unlessOthersDid(result: OracleResult): OracleResult {
  return result === undefined || 'inconclusive' in result ? result : { ...result, atMost: 'warned' };
}

/** Milliseconds within which hardly anybody else changes what a client changes. */
const soon = 10_000;

/** Whether one exchange follows another at once, so that hardly anybody else did something in between. */
export function follows(later: Pick<Times, 'startedAt'>, earlier: Times): boolean {
  return precedes(earlier, later) && later.startedAt - earlier.startedAt < soon;
}

/** An exchange as it is kept for later ones of which only the time, the status and the headers matter. */
export function withoutBody(exchange: Exchange): Exchange {
  return exchange.withResponses(({ status, headers }) => ({ status, headers, body: noBody }));
}

const noBody = Buffer.alloc(0);

/** Forgets the oldest entries of a map beyond a number: a recording may be of any length. */
export function forgetOldest(map: Map<unknown, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
