import { expect, test } from '#testing/unit-test';
import type { ResponseTimes } from '../data/coverage-report.js';
import { timeDifferences } from './time-differences.js';

/** Responses that took about as long as the given milliseconds, a third of them each. */
function times(responses: number, ...milliseconds: readonly [number, number, number]): ResponseTimes {
  const histogram = milliseconds.map((each) => ({
    from: each * 0.95,
    to: each * 1.05,
    answers: responses / 3,
  }));
  return { answers: responses, median: milliseconds[1], percentile95: milliseconds[2], histogram };
}

/** The successes of an operation in two runs, and whether one run took clearly longer. */
const table: readonly (readonly [says: string, a: ResponseTimes, b: ResponseTimes, isClear: boolean])[] = [
  ['four times as long', times(30, 10, 12, 14), times(30, 40, 48, 56), true],
  ['a quarter as long', times(300, 40, 48, 56), times(30, 10, 12, 14), true],
  ['not twice as long', times(300, 20, 22, 24), times(300, 38, 40, 42), false],
  ['a few milliseconds', times(300, 1, 2, 3), times(300, 8, 9, 10), false],
  ['too few responses', times(27, 10, 12, 14), times(300, 40, 48, 56), false],
  ['interquartile ranges that overlap', times(300, 10, 12, 60), times(300, 20, 48, 56), false],
];

for (const [says, a, b, isClear] of table)
  test(`the times of an operation ${isClear ? 'differ' : 'do not differ'}: ${says}`, () => {
    const found = timeDifferences(
      [{ operationId: 'listBrands', durations: a }],
      [{ operationId: 'listBrands', durations: b }],
    );
    const inShort = ({ median, answers }: ResponseTimes) => ({ median, answers });
    expect(found).toEqual(isClear ? [{ operationId: 'listBrands', a: inShort(a), b: inShort(b) }] : []);
  });

test('an operation without successes in both runs has no times to compare', () => {
  const one = [{ operationId: 'listBrands', durations: times(30, 10, 12, 14) }];
  expect(timeDifferences(one, [{ operationId: 'listBrands' }])).toEqual([]);
  expect(timeDifferences(one, [])).toEqual([]);
});
