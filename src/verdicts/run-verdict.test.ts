import { expect, test } from '#unit-test';
import { requirement, requirements } from '../contract/requirements/catalogue.js';
import { exampleFinding } from './evidence.js';
import type { MissedOperations, RequirementResult, Verdict } from './requirement-verdict.js';
import { type RunConditions, type RunResult, runResult } from './run-verdict.js';

const whole: RunConditions = { errors: [], strict: false };

const notAtEach: RunResult = {
  verdict: 'incomplete',
  exitCode: 3,
  reason: '1 requirement could not be verified, or not at each operation: SHP-02.',
};

/** Verdicts of a run's requirements, its conditions, and the run's result. */
const table: readonly (readonly [
  name: string,
  verdicts: readonly Verdict[],
  conditions: Partial<RunConditions>,
  said: RunResult,
])[] = [
  [
    'everything passed',
    ['passed', 'passed'],
    {},
    { verdict: 'conformant', exitCode: 0, reason: 'All 2 requirements that were checked passed.' },
  ],
  [
    'what has no check is counted, and gates nothing',
    ['passed', 'untested'],
    {},
    {
      verdict: 'conformant',
      exitCode: 0,
      reason: 'All 1 requirements that were checked passed; 1 of 2 have no check.',
    },
  ],
  [
    'what the configuration leaves out makes a run partial, and never conformant',
    ['passed', 'untested', 'inapplicable'],
    {},
    {
      verdict: 'partial',
      exitCode: 0,
      reason:
        "No must is violated where the run looked, but the target's configuration excludes 1 requirement (SHP-03); 1 requirement of 3 passed.",
    },
  ],
  [
    'what the configuration leaves out is told with what differs',
    ['passed', 'inapplicable', 'warned', 'deviated'],
    {},
    {
      verdict: 'partial',
      exitCode: 0,
      reason:
        "No must is violated where the run looked, but the target's configuration excludes 1 requirement (SHP-02); 1 requirement of 4 passed, 1 warned (SHP-03), 1 deviated (SHP-04).",
    },
  ],
  [
    'something blocked outweighs what the configuration leaves out',
    ['passed', 'inapplicable', 'blocked'],
    {},
    { verdict: 'incomplete', exitCode: 3, reason: '1 requirement could not be verified: SHP-03.' },
  ],
  [
    'a violation outweighs what the configuration leaves out',
    ['passed', 'inapplicable', 'failed'],
    {},
    { verdict: 'non-conformant', exitCode: 1, reason: '1 requirement violated: SHP-03.' },
  ],
  [
    'a warning gates nothing',
    ['passed', 'warned', 'deviated'],
    {},
    {
      verdict: 'conformant',
      exitCode: 0,
      reason: 'No must is violated; 1 requirement passed, 1 warned (SHP-02), 1 deviated (SHP-03).',
    },
  ],
  [
    'a violated must',
    ['passed', 'failed'],
    {},
    { verdict: 'non-conformant', exitCode: 1, reason: '1 requirement violated: SHP-02.' },
  ],
  [
    'a violated should, strictly',
    ['passed', 'warned', 'failed'],
    { strict: true },
    { verdict: 'non-conformant', exitCode: 1, reason: '2 requirements violated: SHP-02, SHP-03.' },
  ],
  [
    'a target that answers everything alike',
    ['failed'],
    { onlyStatus: '404' },
    {
      verdict: 'non-conformant',
      exitCode: 1,
      reason: 'Every answer had status 404; 1 requirement violated: SHP-01.',
    },
  ],
  [
    'a deviation never gates',
    ['passed', 'deviated'],
    { strict: true },
    {
      verdict: 'conformant',
      exitCode: 0,
      reason: 'No must is violated; 1 requirement passed, 1 deviated (SHP-02).',
    },
  ],
  [
    'an interruption leaves what was verified, and is never conformant or partial',
    ['passed', 'unverified'],
    { interrupted: true, deselected: '--grep @REF-05', errors: ['a test ended without evidence'] },
    {
      verdict: 'incomplete',
      exitCode: 3,
      reason: 'The run was interrupted; 1 requirement had been verified.',
    },
  ],
  [
    'a violation outweighs an error of the suite, and what is open',
    ['failed', 'blocked', 'unverified'],
    { errors: ['the worker died'] },
    { verdict: 'non-conformant', exitCode: 1, reason: '1 requirement violated: SHP-01.' },
  ],
  [
    'an error of the suite outweighs what passed, and what is open',
    ['passed', 'blocked'],
    { errors: ['the worker died', 'another'] },
    { verdict: 'nothing can be said', exitCode: 2, reason: 'the worker died' },
  ],
  [
    'nothing verified, something blocked',
    ['blocked', 'untested'],
    {},
    { verdict: 'nothing can be said', exitCode: 2, reason: 'No requirement was verified: reason of SHP-01.' },
  ],
  [
    'nothing verified at all',
    ['untested', 'inapplicable'],
    {},
    { verdict: 'nothing can be said', exitCode: 2, reason: 'No requirement was verified: no test ran.' },
  ],
  [
    'nothing verified of what was chosen',
    ['unverified'],
    { deselected: '--grep @X' },
    { verdict: 'nothing can be said', exitCode: 2, reason: 'No requirement was verified: no test ran.' },
  ],
  [
    'nothing but warnings',
    ['warned'],
    {},
    { verdict: 'nothing can be said', exitCode: 2, reason: 'No requirement was verified: no test ran.' },
  ],
  [
    'no requirement',
    [],
    {},
    { verdict: 'nothing can be said', exitCode: 2, reason: 'No requirement was verified: no test ran.' },
  ],
  [
    'something blocked',
    ['passed', 'blocked'],
    {},
    { verdict: 'incomplete', exitCode: 3, reason: '1 requirement could not be verified: SHP-02.' },
  ],
  [
    'something that no check of ran',
    ['unverified', 'passed', 'blocked'],
    {},
    { verdict: 'incomplete', exitCode: 3, reason: '2 requirements could not be verified: SHP-01, SHP-03.' },
  ],
  [
    'what the operator left out is no gap in the run',
    ['passed', 'unverified'],
    { deselected: '--grep @SHP-01' },
    {
      verdict: 'partial',
      exitCode: 0,
      reason: '1 requirement passed; the rest was left out by --grep @SHP-01.',
    },
  ],
  [
    'what was chosen and blocked is one',
    ['passed', 'blocked', 'unverified'],
    { deselected: '--grep @SHP' },
    { verdict: 'incomplete', exitCode: 3, reason: '1 requirement could not be verified: SHP-02.' },
  ],
];

for (const [name, verdicts, conditions, said] of table) {
  test(`${said.exitCode}: ${name}`, () => {
    expect(runResult(verdicts.map(resultWith), { ...whole, ...conditions })).toEqual(said);
  });
}

/** A run in which one requirement passed and one missed operations: reason, conditions, and the run's result. */
const missing: readonly (readonly [
  kind: MissedOperations['kind'],
  verdict: Verdict,
  conditions: Partial<RunConditions>,
  said: RunResult,
])[] = [
  ['inapplicable', 'partial', {}, leavesOut(', 1 partial (SHP-02)')],
  ['inapplicable', 'deviated', {}, leavesOut(', 1 deviated (SHP-02)')],
  ['blocked', 'partial', {}, notAtEach],
  ['blocked', 'warned', {}, notAtEach],
  ['unverified', 'partial', {}, notAtEach],
  ['blocked', 'partial', { deselected: '--grep x' }, notAtEach],
  ['inapplicable', 'partial', { deselected: '--grep x' }, leftOutBy('--grep x')],
  ['unverified', 'partial', { deselected: '--grep x' }, leftOutBy('--grep x')],
];

for (const [kind, verdict, conditions, said] of missing) {
  const { deselected = 'nothing' } = conditions;
  test(`${said.exitCode}: one ${verdict} whose missed operations are ${kind}, ${deselected} deselected`, () => {
    const missed = { operationIds: ['getShipResults'], kind, reason: 'why' };
    const results = [resultWith('passed', 0), { ...resultWith(verdict, 1), missed }];
    expect(runResult(results, { ...whole, ...conditions })).toEqual(said);
  });
}

test('a run with nothing but a requirement that was verified in part has verified something', () => {
  const missed = { operationIds: ['getShipResults'], kind: 'inapplicable', reason: 'why' } as const;
  const result = { ...resultWith('partial', 0), missed };
  expect(runResult([result], whole)).toMatchObject({ verdict: 'partial', exitCode: 0 });
  expect(runResult([result, resultWith('inapplicable', 1)], whole).reason).toContain(
    'excludes 1 requirement (SHP-02), and some operations of 1 requirement (SHP-01); 0 requirements of 2 passed',
  );
});

test('eight violated requirements are named, of nine the last is counted', () => {
  const failed = (count: number) =>
    runResult(Array.from({ length: count }, () => 'failed' as const).map(resultWith), whole);
  expect(failed(8).reason).toMatch(/^8 requirements violated: (SHP-0\d, ){7}SHP-08\.$/);
  expect(failed(9).reason).toMatch(/^9 requirements violated: (SHP-0\d, ){7}SHP-08 and 1 more\.$/);
});

/** The result of a run whose second requirement has a known failure. */
const knownTable: readonly (readonly [
  name: string,
  verdicts: readonly Verdict[],
  conditions: Partial<RunConditions>,
  said: RunResult,
])[] = [
  [
    'a known failure is no violation, and never plainly conformant',
    ['passed', 'failed', 'untested'],
    {},
    {
      verdict: 'conformant but for known failures',
      exitCode: 0,
      reason:
        'No other must is violated; 1 requirement passed, 1 known failure (SHP-02 at listBrands); 1 of 3 have no check.',
    },
  ],
  [
    'a part of a run stays one',
    ['passed', 'failed'],
    { deselected: '--grep x' },
    {
      verdict: 'partial',
      exitCode: 0,
      reason:
        '1 requirement passed, 1 known failure (SHP-02 at listBrands); the rest was left out by --grep x.',
    },
  ],
  [
    'another violation is one',
    ['failed', 'failed'],
    {},
    {
      verdict: 'non-conformant',
      exitCode: 1,
      reason: '1 requirement violated: SHP-01, 1 known failure (SHP-02 at listBrands).',
    },
  ],
  [
    'what is open is open',
    ['passed', 'failed', 'blocked'],
    {},
    {
      verdict: 'incomplete',
      exitCode: 3,
      reason: '1 requirement could not be verified: SHP-03, 1 known failure (SHP-02 at listBrands).',
    },
  ],
  [
    'nothing but a known failure says nothing',
    ['unverified', 'failed'],
    { deselected: '--grep x' },
    {
      verdict: 'nothing can be said',
      exitCode: 2,
      reason:
        'No requirement was verified: the run saw only known failures, 1 known failure (SHP-02 at listBrands).',
    },
  ],
];

for (const [name, verdicts, conditions, said] of knownTable) {
  test(`${said.exitCode}: ${name}`, () => {
    const known = { file: 'known-failures/a.yaml', excusing: ['SHP-02 at listBrands'], outdated: [] };
    expect(runResult(withSecondKnown(verdicts), { ...whole, known, ...conditions })).toEqual(said);
  });
}

test('known failures that are out of date turn a run red, and are named beside a violation', () => {
  const known = {
    file: 'known-failures/a.yaml',
    excusing: [],
    outdated: ['SHP-02 (passes)', 'REF-06 (expired)'],
  };
  const said = (...verdicts: readonly Verdict[]) => runResult(verdicts.map(resultWith), { ...whole, known });
  const out = 'known-failures/a.yaml is out of date: SHP-02 (passes), REF-06 (expired).';
  expect(said('passed')).toEqual({ verdict: 'known failures out of date', exitCode: 1, reason: out });
  expect(said('passed', 'blocked')).toEqual({
    verdict: 'known failures out of date',
    exitCode: 1,
    reason: out,
  });
  expect(said('failed')).toEqual({
    verdict: 'non-conformant',
    exitCode: 1,
    reason: `1 requirement violated: SHP-01; ${out}`,
  });
});

test('strictly, a known failure hides no warning of the same requirement', () => {
  const warned = exampleFinding({ judgement: 'warned' });
  const [result] = withSecondKnown(['passed', 'failed'])
    .slice(1)
    .map((each) => ({ ...each, findings: [exampleFinding({ known: true }), warned] }));
  if (result === undefined) throw new Error('There is no second result.');
  const results = [resultWith('passed', 0), result];
  expect(runResult(results, { ...whole, strict: true }).exitCode).toBe(1);
  expect(runResult(results, whole).exitCode).toBe(0);
});

/** Results in which the second requirement has only known violations. */
function withSecondKnown(verdicts: readonly Verdict[]): RequirementResult[] {
  return verdicts.map((verdict, index) => ({
    ...resultWith(verdict, index),
    ...(index === 1 ? { known: true as const } : {}),
  }));
}

function leavesOut(differing: string): RunResult {
  return {
    verdict: 'partial',
    exitCode: 0,
    reason: `No must is violated where the run looked, but the target's configuration excludes some operations of 1 requirement (SHP-02); 1 requirement of 2 passed${differing}.`,
  };
}

function leftOutBy(deselected: string): RunResult {
  return {
    verdict: 'partial',
    exitCode: 0,
    reason: `1 requirement passed, 1 partial (SHP-02); the rest was left out by ${deselected}.`,
  };
}

/** A result for the requirement at that index of the catalogue. */
function resultWith(verdict: Verdict, index: number): RequirementResult {
  const at = requirements[index] ?? requirement('SHP-01');
  return {
    requirement: at,
    verdict,
    tests: 1,
    exchanges: 1,
    verifiedBy: {},
    findings: [],
    reason: `reason of ${at.id}`,
  };
}
