import type { RequirementId } from '../contract/requirements/requirement-ids.generated.js';
import type { Exchange } from '../http/exchange.js';
import type { OracleResult } from '../verdicts/oracles/violation.js';
import type { Witness } from '../verdicts/recording/recorder.js';
import type { RecordedExchange } from './recorded-exchange.js';

/** Puts the judgement of an oracle on record. */
export type Record = (id: RequirementId, about: Witness, result: OracleResult) => Promise<unknown>;

/** A rule for exchanges in their order. */
export interface OrderRule {
  /** The requirements that it can verify or find violated. */
  readonly requirements: readonly RequirementId[];
  /**
   * Looks at an exchange with a complete body, after all that began before it.
   * @param hasOwnClock whether the service's clock is the recording's, so that durations say something
   */
  see(recorded: RecordedExchange, record: Record, hasOwnClock: boolean): Promise<void>;
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

/** Forgets the oldest entries of a map beyond a number: a recording may be of any length. */
export function forgetOldest(map: Map<unknown, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
