import { expect, test } from '@playwright/test';
import { requirement, requirements } from '../requirements/catalogue.js';
import type { RequirementResult, Verdict } from './requirement-verdict.js';
import { type RunConditions, type RunResult, runResult } from './run-verdict.js';

const whole: RunConditions = { errors: [], strict: false };

/** Verdicts of a run's requirements, its conditions, and what it then says. */
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
    ['passed', 'untested', 'inapplicable'],
    {},
    {
      verdict: 'conformant',
      exitCode: 0,
      reason: 'All 1 requirements that were checked passed; 1 of 3 have no check.',
    },
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
      reason: 'Whatever was asked, the answer had status 404; 1 requirement violated: SHP-01.',
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

test('eight violated requirements are named, of nine the last is counted', () => {
  const failed = (count: number) =>
    runResult(Array.from({ length: count }, () => 'failed' as const).map(resultWith), whole);
  expect(failed(8).reason).toMatch(/^8 requirements violated: (SHP-0\d, ){7}SHP-08\.$/);
  expect(failed(9).reason).toMatch(/^9 requirements violated: (SHP-0\d, ){7}SHP-08 and 1 more\.$/);
});

/** A result for the requirement at that place of the catalogue. */
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
