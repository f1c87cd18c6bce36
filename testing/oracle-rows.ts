import { placeInWords } from '#src/contract/values/place';
import type { OracleResult } from '#src/verdicts/oracles/violation';
import { expect, test } from '#testing/unit-test';

/** A result, the line that describes it, and, if they matter, the acceptable responses. */
type OracleRow = readonly [result: OracleResult, said: string, expected?: readonly string[]];

/**
 * Tests a table of an oracle's results. A line is `holds`, `inconclusive: the list has no entries`, or place and actual value
 * with the gaps in brackets: `status: status 422 [G-15]`.
 */
export function oracleTest(title: string, rows: () => readonly OracleRow[]): void {
  test(title, () => {
    const all = rows();
    expect(all.map(([result]) => resultInWords(result))).toEqual(all.map(([, line]) => line));
    for (const [result, , expected] of all)
      if (expected) expect(result?.expected?.map(String)).toEqual(expected);
  });
}

/** The line that describes a result. */
export function resultInWords(result: OracleResult): string {
  if (result === undefined) return 'holds';
  if ('inconclusive' in result)
    return `inconclusive: ${result.inconclusive}${result.open === undefined ? '' : ` [${result.open.join(' ')}]`}`;
  const { at, actual, gaps, atMost } = result;
  const basis = gaps === undefined ? '' : ` [${gaps.join(' ')}]`;
  return `${at === undefined ? 'nowhere' : placeInWords(at)}: ${actual}${basis}${atMost === undefined ? '' : ', a warning'}`;
}
