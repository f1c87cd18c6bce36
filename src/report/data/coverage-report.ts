import { type Operation, operations } from '../../contract/operations.js';
import {
  type Coverable,
  coverables,
  coverageExceptions,
  type NamedValue,
  nullId,
} from '../../contract/schemas/coverage.js';
import { type Origin, type Provenance, provenances } from '../../contract/schemas/origin.js';
import { bucketBounds, type DurationHistogram, quantile } from '../../http/shown/duration-histogram.js';

/** Milliseconds from a request to the end of its response, accurate to 5 %. */
export interface ResponseTimes {
  readonly answers: number;
  readonly median: number;
  /** The time that 95 of 100 responses did not exceed. */
  readonly percentile95: number;
  /** The number of responses for each range of durations, the fastest first, without gaps. */
  readonly histogram: readonly { readonly from: number; readonly to: number; readonly answers: number }[];
}

export interface OperationReport {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** For a batch write: the operation that shows its result. */
  readonly results?: string;
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
  readonly totals: {
    /** Operations that were called. */
    readonly operations: Tally;
    readonly statuses: TallyByProvenance;
    readonly fields: TallyByProvenance;
    readonly values: TallyByProvenance;
    readonly parameters: TallyByProvenance;
  };
  readonly operations: readonly OperationCoverage[];
}

export interface Tally {
  readonly seen: number;
  readonly of: number;
  /** The number of elements that were not seen for a known reason. */
  readonly excused: number;
}

/** All elements together, and the stated, derived and assumed ones separately. */
type TallyByProvenance = Tally & Readonly<Record<Provenance, Tally>>;

/** The part of one operation that a run saw. Fields and values are those of its JSON responses, by status. */
export interface OperationCoverage {
  readonly operationId: string;
  /** How often each documented status was seen; if it was not seen, the reason if there is one, otherwise 0. */
  readonly statuses: Readonly<Record<string, number | string>>;
  readonly fields: readonly FieldCoverage[];
  readonly values: readonly ValueCoverage[];
  readonly parameters: readonly ParameterCoverage[];
}

interface Sighting {
  readonly seen: boolean;
  /** The reason why it may not have been seen. */
  readonly reason?: string;
}

interface FieldCoverage extends Origin, Sighting {
  readonly status: number;
  /** `items[].success`; `[]` stands for the entries of a list, `{}` for the values of a map. */
  readonly path: string;
  /** Seen only as null. */
  readonly onlyNull?: true;
}

interface ValueCoverage extends Origin, Sighting {
  readonly status: number;
  readonly path: string;
  readonly value: NamedValue;
}

/** A parameter is seen if it was sent, whatever the response was. */
interface ParameterCoverage extends Origin, Sighting {
  readonly in: 'path' | 'query';
  readonly name: string;
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
  const seen = new Set(news);
  const timesOf = new Map(called.map(({ operationId, statuses }) => [operationId, statuses]));
  const statuses = operations.flatMap((each) => statusesOf(each, timesOf.get(each.operationId) ?? {}));
  const answering = called.filter((each) => Object.values(each.statuses).some((times) => times > 0));
  const elements = coverables.map((each) => ({ ...each, ...sighting(each.id, seen.has(each.id)) }));
  const tallyOf = (kind: Coverable['kind']) =>
    tallyByProvenance(elements.filter((each) => each.kind === kind));
  return {
    totals: {
      operations: { seen: answering.length, of: operations.length, excused: 0 },
      statuses: tallyByProvenance(statuses),
      fields: tallyOf('field'),
      values: tallyOf('value'),
      parameters: tallyOf('parameter'),
    },
    operations: operations.map(({ operationId }) => {
      const own = elements.filter((each) => each.operationId === operationId);
      return {
        operationId,
        statuses: Object.fromEntries(
          statuses
            .filter((each) => each.operationId === operationId)
            .map(({ status, times, reason }) => [status, reason ?? times]),
        ),
        fields: own.flatMap(({ id, kind, status, path, origin, seen: isSeen, reason }) => {
          if (kind !== 'field' || status === undefined) return [];
          const onlyNull = !isSeen && seen.has(nullId(id)) ? true : undefined;
          return [{ status, path, ...origin, seen: isSeen, reason, onlyNull }];
        }),
        values: own.flatMap(({ kind, status, path, value, origin, seen: isSeen, reason }) =>
          kind !== 'value' || status === undefined || value === undefined
            ? []
            : [{ status, path, value, ...origin, seen: isSeen, reason }],
        ),
        parameters: own.flatMap(({ in: location, path: name, origin, seen: isSeen, reason }) =>
          location === undefined ? [] : [{ in: location, name, ...origin, seen: isSeen, reason }],
        ),
      };
    }),
  };
}

function statusesOf({ operationId, responses }: Operation, times: Readonly<Record<string, number>>) {
  return responses.map(({ status, origin }) => {
    const seen = times[status] ?? 0;
    return { operationId, status, origin, times: seen, ...sighting(`${operationId} ${status}`, seen > 0) };
  });
}

function sighting(id: string, seen: boolean): Sighting {
  return { seen, reason: seen ? undefined : coverageExceptions[id] };
}

type Counted = Sighting & { readonly origin: Origin };

function tallyByProvenance(counted: readonly Counted[]): TallyByProvenance {
  const of = (provenance: Provenance) =>
    tally(counted.filter(({ origin }) => origin.provenance === provenance));
  const [stated, derived, assumed] = provenances;
  return { ...tally(counted), stated: of(stated), derived: of(derived), assumed: of(assumed) };
}

function tally(counted: readonly Counted[]): Tally {
  return {
    seen: counted.filter(({ seen }) => seen).length,
    of: counted.length,
    excused: counted.filter(({ reason }) => reason !== undefined).length,
  };
}

/** The number of neighbouring buckets in one bar of a plot. */
const bucketsOfBar = 4;

/** Statistics of a histogram of durations; undefined if there were no responses. */
export function responseTimes(durations: DurationHistogram): ResponseTimes | undefined {
  const median = quantile(durations, 0.5);
  const percentile95 = quantile(durations, 0.95);
  if (median === undefined || percentile95 === undefined) return undefined;
  const bars = new Map<number, number>();
  for (const [bucket, times] of Object.entries(durations)) {
    const bar = Math.floor(Number(bucket) / bucketsOfBar);
    bars.set(bar, (bars.get(bar) ?? 0) + times);
  }
  const [first, last] = [Math.min(...bars.keys()), Math.max(...bars.keys())];
  return {
    answers: [...bars.values()].reduce((sum, each) => sum + each, 0),
    median: rounded(median),
    percentile95: rounded(percentile95),
    histogram: Array.from({ length: last - first + 1 }, (_, index) => {
      const lowest = (first + index) * bucketsOfBar;
      const { from } = bucketBounds(lowest);
      const { to } = bucketBounds(lowest + bucketsOfBar - 1);
      return { from: rounded(from), to: rounded(to), answers: bars.get(first + index) ?? 0 };
    }),
  };
}

/** Rounds to three significant digits, the accuracy of a histogram. */
function rounded(milliseconds: number): number {
  return Number(milliseconds.toPrecision(3));
}
