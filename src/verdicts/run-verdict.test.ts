import { exampleFinding } from '#testing/example-finding';
import { expect, test } from '#testing/unit-test';
import { requirement, requirements } from '../contract/requirements/catalogue.js';
import type { RequirementResult, Verdict } from './requirement-verdict.js';
import { type RunConditions, runResult } from './run-verdict.js';

type Given = Partial<RunConditions>;
type Why = NonNullable<RequirementResult['missed']>['kind'];

/**
 * A result for the requirement at the given index of the catalogue, counted from SHP-01. `partial:blocked` also missed
 * operations because something blocked them, `partial:leftOut` lacks a test, and the findings of `failed:known` are
 * known failures.
 */
function resultWith(given: string, index: number): RequirementResult {
  const at = requirements[index] ?? requirement('SHP-01');
  const [verdict, kind] = given.split(':') as [Verdict, (Why | 'leftOut' | 'known')?];
  const findings = ['failed', 'warned', 'deviated'].includes(verdict) ? [exampleFinding()] : [];
  const base = { tests: 1, exchanges: 1, verifiedBy: {}, findings, reason: `reason of ${at.id}` };
  const result = { ...base, requirement: at, verdict };
  if (kind === undefined) return result;
  if (kind === 'known') return { ...result, known: true };
  if (kind === 'leftOut') return { ...result, leftOutTests: [{ tests: '"a test"', reason: 'why' }] };
  return { ...result, missed: { operationIds: ['getShipResults'], kind, reason: 'why' } };
}

/** The run's exit code, verdict and reason in one line. */
function said(results: readonly RequirementResult[], conditions: Given = {}): string {
  const { exitCode, verdict, reason } = runResult(results, { errors: [], strict: false, ...conditions });
  return `${exitCode} ${verdict}: ${reason}`;
}

const noOther = "No must is violated where the run looked, but the target's configuration excludes";
const inPart = '3 incomplete: 1 requirement was verified only in part';
const leftOut = 'the rest was left out by -g x.';
const oneKnown = '1 known failure (SHP-02 at listBrands)';
const outdated = 'known-failures/a.yaml is out of date: SHP-02 (passes), REF-06 (expired).';
const nothing = '2 nothing can be said: No requirement was verified:';

/** The verdicts of a run's requirements, its conditions (`x` stands for `-g x`), and the verdict of the run. */
const table = `
passed passed | | 0 conformant: All 2 requirements that were checked passed.
passed untested | | 0 conformant: All 1 requirements that were checked passed; 1 of 2 have no check.
passed untested inapplicable | | 0 partial: ${noOther} 1 requirement (SHP-03); 1 requirement of 3 passed.
passed inapplicable warned deviated | | 0 partial: ${noOther} 1 requirement (SHP-02); 1 requirement of 4 passed, 1 warned (SHP-03), 1 deviated (SHP-04).
passed warned deviated | | 0 conformant: No must is violated; 1 requirement passed, 1 warned (SHP-02), 1 deviated (SHP-03).
passed deviated | strict | 0 conformant: No must is violated; 1 requirement passed, 1 deviated (SHP-02).
passed unverified | interrupted, selected, failing | 3 incomplete: The run was interrupted; 1 requirement had been verified.
failed blocked unverified | failing | 1 non-conformant: 1 requirement violated: SHP-01.
passed blocked | failing | 2 nothing can be said: the worker died
partial unverified | unfinished | 3 incomplete: A shard is missing; 1 requirement had been verified in part.
blocked untested | | ${nothing} reason of SHP-01.
warned | | 3 incomplete: No requirement was verified; 1 warned (SHP-01).
unverified warned deviated | selected | 0 partial: 1 warned (SHP-02), 1 deviated (SHP-03); the rest was left out by -g x.
 | | ${nothing} no test ran.
passed blocked unverified | selected | 3 incomplete: 1 requirement could not be verified: SHP-02.
passed partial:inapplicable | | 0 partial: ${noOther} some operations of 1 requirement (SHP-02); 1 requirement of 2 passed.
passed partial:leftOut | | ${inPart}: SHP-02.
passed deviated:leftOut | selected | ${inPart} (1 deviated): SHP-02.
blocked partial:blocked | | 3 incomplete: 2 requirements could not be verified, or only in part (1 blocked, 1 partial): SHP-01, SHP-02.
partial:inapplicable inapplicable | | 0 partial: ${noOther} 1 requirement (SHP-02), and some operations of 1 requirement (SHP-01); 0 requirements of 2 passed.
passed failed:known untested | known | 0 conformant but for known failures: No other must is violated; 1 requirement passed, ${oneKnown}; 1 of 3 have no check.
failed failed failed failed failed failed failed failed failed | | 1 non-conformant: 9 requirements violated: SHP-01, SHP-02, SHP-03, SHP-04, SHP-05, SHP-06, SHP-07, SHP-08 and 1 more.
failed failed:known | known | 1 non-conformant: 1 requirement violated: SHP-01, ${oneKnown}.
passed failed:known blocked | known | 3 incomplete: 1 requirement could not be verified: SHP-03, ${oneKnown}.
unverified failed:known | known, selected | 0 partial: ${oneKnown}; ${leftOut}
passed blocked | outdated | 1 known failures out of date: ${outdated}
failed | outdated | 1 non-conformant: 1 requirement violated: SHP-01; ${outdated}`;

const file = 'known-failures/a.yaml';

/** An interruption keeps the verified requirements; a violation outweighs an error, and an error outweighs passed ones. */
const conditions: Readonly<Record<string, Given>> = {
  strict: { strict: true },
  interrupted: { interrupted: true },
  selected: { deselected: '-g x' },
  failing: { errors: ['the worker died', 'x'] },
  unfinished: { unfinished: 'A shard is missing' },
  known: { known: { file, excusing: ['SHP-02 at listBrands'], outdated: [] } },
  outdated: { known: { file, excusing: [], outdated: ['SHP-02 (passes)', 'REF-06 (expired)'] } },
};

test('a run has one verdict, which its weightiest finding decides', () => {
  for (const row of table.split('\n').slice(1)) {
    const [verdicts = '', given = '', line = ''] = row.split('|').map((part) => part.trim());
    const results = verdicts.split(' ').filter(Boolean);
    const met = Object.assign({}, ...given.split(', ').map((name) => conditions[name]));
    expect(said(results.map(resultWith), met), row).toBe(line);
  }
});

test('a limit of the suite is distinguished from the configuration of the target', () => {
  const unread = { ...resultWith('inapplicable', 1), obstacles: ['no parser'] as const };
  expect(said([resultWith('passed', 0), unread])).toMatch(
    /^0 partial: .* the target's configuration, or a limit of the suite, excludes 1 requirement \(SHP-02\)/,
  );
});

test('with --strict, a known failure does not hide a warning about the same requirement', () => {
  const findings = [exampleFinding({ known: true }), exampleFinding({ judgement: 'warned' })];
  const results = [resultWith('passed', 0), { ...resultWith('failed:known', 1), findings }];
  expect(said(results, { strict: true })).toMatch(/^1 /);
  expect(said(results)).toMatch(/^0 /);
});
