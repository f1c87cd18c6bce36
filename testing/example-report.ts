import { gaps, requirement, requirementsForGap } from '#src/contract/requirements/catalogue';
import { type BegunRun, buildReport, type RunRecord, reportedTarget } from '#src/report/data/build-report';
import type {
  ConformanceReport,
  GapObservation,
  GapReport,
  RanTest,
  ReportedFinding,
  RequirementReport,
  TargetFileReport,
  TestReport,
} from '#src/report/data/conformance-report';
import { journalFormat } from '#src/report/run/evidence-journal';
import type { Finding } from '#src/verdicts/finding';
import type { KnownFailure } from '#src/verdicts/known-failures/known-failure';
import { exampleEvidence, exampleFinding } from '#testing/example-finding';

/** The results of a preflight that found nothing to say. */
export const examplePreflight = { checks: '', leftOut: [], noticed: [] };

/** A test that passed, except for the fields that a unit test sets. */
export function exampleTest(id: string, given: Partial<TestReport> = {}): TestReport {
  return {
    id,
    file: 'batches/entries.spec.ts',
    line: 7,
    title: `A finished batch › ${id}`,
    outcome: 'passed',
    milliseconds: 12,
    covers: [],
    ...given,
  };
}

/** A run without tests. */
export const exampleRun: RunRecord = {
  target: reportedTarget(undefined),
  ran: [],
  errors: [],
  strict: false,
  profile: 'standard',
  seed: 42,
  startedAt: '2030-01-02T03:04:05.678Z',
  durationMs: 1234.6,
  command: 'npm run conformance -- --seed 42',
  tests: 0,
};

/** The report of a run without tests, except for the fields that a unit test sets. */
export function exampleReport(given: Partial<ConformanceReport> = {}): ConformanceReport {
  blank ??= buildReport(exampleRun);
  return { ...blank, ...given };
}

let blank: ConformanceReport | undefined;

/** A requirement that one exchange of one test verified, except for the fields that a unit test sets. */
export function exampleRequirement(
  id: RequirementReport['id'],
  verdict: RequirementReport['verdict'],
  given: Partial<RequirementReport> = {},
): RequirementReport {
  const nothing = { tests: 1, exchanges: 1, verifiedBy: {}, findings: [], notes: {} };
  return { ...requirement(id), verdict, ...nothing, ...given } as RequirementReport;
}

/** The report of a run against staging in which BAT-09 alone passed, except for the fields that a unit test sets. */
export function examplePassed(given: Partial<ConformanceReport> = {}): ConformanceReport {
  return exampleReport({
    verdict: 'conformant',
    exitCode: 0,
    reason: 'All passed.',
    target: { name: 'staging', url: 'https://staging.example.com', confirmedGaps: 'all', settings: {} },
    durationMs: 1250,
    requirements: [exampleRequirement('BAT-09', 'passed')],
    ...given,
  });
}

/** A known failure of BAT-09, with the fields that a unit test sets. */
export function exampleKnownFailure(given: Partial<KnownFailure> = {}): KnownFailure {
  return {
    requirement: 'BAT-09',
    reason: 'Entries are dropped above 90 items.',
    link: 'https://tracker.example.com/SHOP-123',
    expires: '2030-01-31',
    ...given,
  };
}

/** The known failures of a run: one of BAT-09 that still fails, and one of REF-06 that passes again. */
export const exampleKnownFailures: NonNullable<ConformanceReport['knownFailures']> = {
  file: 'known-failures/staging.yaml',
  entries: [
    { ...exampleKnownFailure(), standing: 'fails', excuses: true, says: 'It still fails: 1 finding.' },
    {
      ...exampleKnownFailure({ requirement: 'REF-06', operation: 'listBrands', reason: 'Ids <b>twice</b>.' }),
      standing: 'passes',
      excuses: false,
      says: 'It was verified in 3 exchanges, and nothing failed: remove the entry.',
    },
  ],
};

/** A file of two steps for the list of products, without open questions. */
export const exampleTargetFile: TargetFileReport = {
  path: 'targets/staging.yaml',
  digest: '5d41402abc4b',
  steps: 2,
  confirmed: [],
  open: {},
  text: 'operations: { listProducts: { response: { rename: { items: data, "items[].name": title } } } }',
};

/** A finding of the test `test-1`, with the fields that a unit test sets. */
export function exampleReported(given: Partial<Finding> = {}): ReportedFinding {
  return { ...exampleFinding(given), test: 'test-1' };
}

/**
 * The report of a run in which BAT-09 failed, REF-06 failed as known, ORD-01 was blocked and BAT-10 passed; the target
 * differed at G-05 and did as assumed at G-07.
 */
export function exampleViolated(
  findings: readonly ReportedFinding[],
  given: Partial<ConformanceReport> = {},
): ConformanceReport {
  const known = { findings: [exampleReported({ known: true })], known: true } as const;
  return examplePassed({
    verdict: 'non-conformant',
    exitCode: 1,
    reason: '1 requirement violated: BAT-09.',
    requirements: [
      exampleRequirement('BAT-10', 'passed'),
      exampleRequirement('BAT-09', 'failed', { findings }),
      exampleRequirement('ORD-01', 'blocked', { reason: 'there is no order' }),
      exampleRequirement('REF-06', 'failed', known),
    ],
    totals: { ...exampleReport().totals, tests: 388, exchanges: 120 },
    knownFailures: exampleKnownFailures,
    gapsToConfirm: ['G-07'],
    gaps: [
      exampleGap('G-05', { kind: 'otherwise', differing: ['SHP-02'] }),
      exampleGap('G-07', { kind: 'as-assumed', verified: ['SHP-09', 'BAT-07'] }),
    ],
    ...given,
  });
}

/** An unconfirmed gap, and what the run saw of it. */
export function exampleGap(id: string, observed: Partial<GapObservation>): GapReport {
  const gap = gaps.find((each) => each.id === id);
  if (gap === undefined) throw new Error(`There is no gap ${id}.`);
  return {
    ...gap,
    confirmed: false,
    requirements: requirementsForGap(id).map((each) => each.id),
    observed: {
      kind: 'unseen',
      verified: [],
      differing: [],
      open: [],
      leftOut: [],
      ...observed,
    },
  };
}

/** A run of three tests against staging as it begins. */
export function exampleBegun(): BegunRun {
  return {
    target: {
      name: 'staging',
      url: 'https://staging.example.com',
      confirmedGaps: [],
      settings: { TARGET_WRITES: 'allow' },
    },
    profile: 'standard',
    seed: 7,
    strict: false,
    startedAt: '2030-01-02T03:04:05.678Z',
    command: 'npm run conformance -- --target staging --seed 7',
    tests: 3,
  };
}

/** A test that ended passed, except for the fields that a unit test sets. */
export function exampleEnded(id: string, given: Partial<RanTest> = {}): RanTest {
  return { test: exampleTest(id), evidence: exampleEvidence(), ...given };
}

/** The text of the journal of a run, with a line for the run and for each of these objects. */
export function exampleJournal(run: object, ...lines: readonly object[]): string {
  const first = { run: { format: journalFormat, ...exampleBegun(), ...run } };
  return [first, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}
