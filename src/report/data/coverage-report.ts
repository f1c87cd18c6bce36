import { operations } from '../../contract/operations.js';
import { type Coverable, coverables, coverageExceptions } from '../../contract/schemas/coverage.js';
import { type DurationHistogram, quantile } from '../../http/shown/duration-histogram.js';

/** Milliseconds from a request to the end of its response, accurate to 5 %. */
export interface ResponseTimes {
  readonly median: number;
  /** The time that 95 of 100 responses did not exceed. */
  readonly percentile95: number;
}

export interface OperationReport {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly exchanges: number;
  /** How often each status was seen. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Statuses that the contract documents. */
  readonly documented: readonly number[];
  /**
   * The durations of its successes, without those to requests that a test sent together with others or to exhaust a
   * limit; absent if there were none.
   */
  readonly durations?: ResponseTimes;
  readonly rateLimit: {
    /** Requests per minute according to the description. */
    readonly stated: number;
    /** The number that the target must enforce, if its live description declares a different one. */
    readonly declared?: number;
    /** Requests that passed in one window before the first 429, or all of them if there was none; absent if the limit was not exhausted. */
    readonly observed?: number;
    /** Present if none of them was answered with 429: more might have passed. */
    readonly atLeast?: true;
  };
}

/** The part of the contract that a run saw: the section `coverage` of `conformance.json`. */
export interface CoverageReport {
  readonly totals: Readonly<Record<'operations' | 'statuses' | 'parameters' | 'fields' | 'values', Tally>>;
  readonly operations: readonly OperationCoverage[];
}

interface Tally {
  readonly seen: number;
  readonly of: number;
  /** The number of elements that were not seen for a known reason. */
  readonly excused: number;
}

/** The part of one operation that a run saw. Fields and values are those of its JSON responses. */
interface OperationCoverage {
  readonly operationId: string;
  readonly elements: readonly ElementCoverage[];
}

interface ElementCoverage {
  readonly kind: Coverable['kind'];
  /**
   * `200 items[].success`, `200 status=retry`, `query page`, `404`; `[]` stands for the entries of a list, `{}` for the
   * values of a map.
   */
  readonly name: string;
  /** The gap whose assumption it rests on; absent if the description has it. */
  readonly gap?: string;
  /** A parameter is seen if it was sent, whatever the response was. */
  readonly seen: boolean;
  /** The reason why it may not have been seen. */
  readonly reason?: string;
}

/**
 * Compares what a run has seen with what the contract documents.
 *
 * @param news - ids that the trackers of all workers reported as new, in any order, repetitions included
 * @param called - how often each operation answered with each status
 */
export function coverageReport(
  news: Iterable<string>,
  called: readonly Pick<OperationReport, 'operationId' | 'statuses'>[],
): CoverageReport {
  const answered = called.flatMap(({ operationId, statuses }) =>
    Object.entries(statuses).flatMap(([status, times]) => (times > 0 ? `${operationId} ${status}` : [])),
  );
  const seen = new Set([...news, ...answered]);
  const elements = coverables.map(({ id, kind, operationId, origin: { gap } }) => {
    const isSeen = seen.has(id);
    const reason = isSeen ? undefined : coverageExceptions[id];
    return { operationId, kind, name: id.slice(operationId.length + 1), gap, seen: isSeen, reason };
  });
  const tallyOf = (wanted: Coverable['kind']): Tally => {
    const own = elements.filter(({ kind }) => kind === wanted);
    return {
      seen: own.filter((each) => each.seen).length,
      of: own.length,
      excused: own.filter(({ reason }) => reason !== undefined).length,
    };
  };
  const answering = new Set(answered.map((each) => each.split(' ')[0]));
  return {
    totals: {
      operations: { seen: answering.size, of: operations.length, excused: 0 },
      statuses: tallyOf('status'),
      parameters: tallyOf('parameter'),
      fields: tallyOf('field'),
      values: tallyOf('value'),
    },
    operations: operations.map(({ operationId }) => ({
      operationId,
      elements: elements.flatMap(({ operationId: of, ...element }) => (of === operationId ? [element] : [])),
    })),
  };
}

/** Statistics of a histogram of durations; undefined if there were no responses. */
export function responseTimes(durations: DurationHistogram): ResponseTimes | undefined {
  const median = quantile(durations, 0.5);
  const percentile95 = quantile(durations, 0.95);
  if (median === undefined || percentile95 === undefined) return undefined;
  return { median: rounded(median), percentile95: rounded(percentile95) };
}

/** Rounds to three significant digits, the accuracy of a histogram. */
function rounded(milliseconds: number): number {
  return Number(milliseconds.toPrecision(3));
}
