import type { OperationReport, ResponseTimes } from '../data/coverage-report.js';

/** An operation whose successes took clearly longer in one of two runs. */
export interface TimeDifference {
  readonly operationId: string;
  /** Median milliseconds and the number of successes. */
  readonly a: Pick<ResponseTimes, 'median' | 'answers'>;
  readonly b: Pick<ResponseTimes, 'median' | 'answers'>;
}

/** Fewer responses say nothing about how long an operation takes. */
const fewest = 30;

/** The factor between the medians from which a difference is worth a look. */
const factor = 2;

/** Medians that are closer than this, in milliseconds, differ by what else the machine was doing. */
const noticeable = 10;

/**
 * The operations that took clearly longer in one of two runs: with at least 30 successes in each, one median is at least
 * twice the other and 10 ms above it, and the interquartile ranges do not overlap.
 */
export function timeDifferences(
  a: readonly Pick<OperationReport, 'operationId' | 'durations'>[],
  b: readonly Pick<OperationReport, 'operationId' | 'durations'>[],
): readonly TimeDifference[] {
  const inB = new Map(b.map(({ operationId, durations }) => [operationId, durations]));
  return a.flatMap(({ operationId, durations: one }) => {
    const other = inB.get(operationId);
    if (one === undefined || other === undefined) return [];
    if (Math.min(one.answers, other.answers) < fewest) return [];
    const [fast, slow] = one.median <= other.median ? [one, other] : [other, one];
    const isClear =
      slow.median >= factor * fast.median &&
      slow.median - fast.median >= noticeable &&
      quartile(slow, 0.25) > quartile(fast, 0.75);
    return isClear ? [{ operationId, a: inShort(one), b: inShort(other) }] : [];
  });
}

function inShort({ median, answers: responses }: ResponseTimes): TimeDifference['a'] {
  return { median, answers: responses };
}

/** The milliseconds that a share of the responses did not exceed. */
function quartile({ histogram, answers: responses }: ResponseTimes, share: number): number {
  let passed = 0;
  for (const { to, answers: more } of histogram) {
    passed += more;
    if (passed >= share * responses) return to;
  }
  return histogram.at(-1)?.to ?? 0;
}
