import { requirements } from '#src/contract/requirements/catalogue';
import { placeInWords } from '#src/contract/values/place';
import type { OracleResult, Violation } from '#src/verdicts/oracles/violation';
import { gapsAtStake } from '#src/verdicts/requirement-verdict';
import { expect, test } from '#testing/unit-test';

/** A result, the line that describes it, and, if they matter, the acceptable responses. */
type OracleRow = readonly [result: OracleResult, said: string, expected?: readonly string[]];

/**
 * Tests a table of an oracle's results. A line is `holds`, `inconclusive: the list has no entries`, or place and actual value
 * with the gaps in brackets: `status: status 422 [G-15]`. Whatever the sentences of a violation say, it rests on the
 * same gaps for each requirement.
 */
export function oracleTest(title: string, rows: () => readonly OracleRow[]): void {
  test(title, () => {
    const all = rows();
    expect(all.map(([result]) => resultInWords(result))).toEqual(all.map(([, line]) => line));
    for (const [result, , expected] of all) {
      if (expected) expect(result?.expected?.map(String)).toEqual(expected);
      if (result === undefined || 'inconclusive' in result) continue;
      expect(atStake(reworded(result)), resultInWords(result)).toEqual(atStake(result));
    }
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

/** The same violation in the words of another day, which name a status, a header and a gap that it isn't about. */
function reworded(violation: Violation): Violation {
  const words = 'status 418 in the header x-other (G-01)';
  return { ...violation, expected: violation.expected.map(() => words), actual: words };
}

/** The gaps that a violation rests on, for each requirement at an operation with assumed parts. */
function atStake(violation: Violation): readonly (readonly string[])[] {
  return requirements.map((requirement) => gapsAtStake(requirement, violation, 'getStockResults'));
}
