import type { Clauses, Gap, Requirement, Topic } from '../../contract/requirements/catalogue.js';
import type { Residue } from '../../footprint/ledger/ledger.js';
import type { PreflightReport } from '../../target/preflight/preflight-report.js';
import type { ProfileName } from '../../target/profile.js';
import type { RecordedTraffic } from '../../traffic/recorded-traffic.js';
import type { Evidence, Finding, Paced } from '../../verdicts/finding.js';
import type { KnownFailureStanding } from '../../verdicts/known-failures/known-failure.js';
import type {
  StateMachine,
  Transition,
  VerifyingExchange,
  Wait,
  WindowCurve,
} from '../../verdicts/recording/observations.js';
import type { Reached } from '../../verdicts/recording/reached.js';
import type { RequirementResult, Verdict } from '../../verdicts/requirement-verdict.js';
import type { RunVerdict } from '../../verdicts/run-verdict.js';
import type { CoverageReport, OperationReport } from './coverage-report.js';

/** The changes between two runs of a target. No id is in two of the lists. */
export interface Comparison {
  readonly run: { readonly startedAt: string; readonly seed: number; readonly profile: string };
  /**
   * Ids of requirements that are violated now and were not before, or that fail now and were only warned or deviated.
   */
  readonly newlyFailing: readonly string[];
  /** Ids of requirements that were violated before and pass now. */
  readonly fixed: readonly string[];
  /** Ids of requirements that pass now and were neither verified nor violated before. */
  readonly newlyCovered: readonly string[];
  /** Ids of requirements that had a result before and have none now, although the operator did not leave them out. */
  readonly noLongerVerified: readonly string[];
}

/** The number of the format of `conformance.json`; each change of the format gets a new number. */
export const reportFormat = 2;

/** A run, as it describes itself before its first test. */
export interface RunDescription {
  readonly target: {
    readonly name: string;
    readonly url: string;
    readonly confirmedGaps: 'all' | readonly string[];
    /** As read from the environment, with secrets redacted. */
    readonly settings: Readonly<Record<string, unknown>>;
    /** The file that says how the target fills the gaps; absent if it fills each of them as assumed. */
    readonly file?: TargetFileReport;
  };
  readonly profile: ProfileName;
  readonly seed: number;
  /** Whether a violated should fails the run. */
  readonly strict: boolean;
  /** ISO 8601. */
  readonly startedAt: string;
  /** The command that repeats the run, without the options that left tests out. */
  readonly command: string;
  /** The selection that left tests out, if the run is partial. */
  readonly deselected?: string;
  /** Present if nothing was sent: traffic that others recorded was judged instead. */
  readonly recorded?: RecordedTraffic;
  /** The results of the preflight; absent for the embedded sandbox, about which everything is known. */
  readonly preflight?: PreflightReport;
}

/** How a run went, apart from its tests. */
export interface RunCourse {
  readonly durationMs: number;
  /** Present if the run was merged from the shards of several machines. */
  readonly shards?: {
    readonly total: number;
    /** Numbers of the missing shards: nothing is known about their tests. */
    readonly missing: readonly number[];
  };
  /** Errors of configuration, transport or the suite itself. */
  readonly errors: readonly string[];
  /** The cleanup of the run; absent if it created nothing on a merchant that others use too. */
  readonly residue?: Residue;
}

/**
 * The content of `conformance.json`: the run as data, complete and without secrets; the page is made from it alone.
 */
export interface ConformanceReport extends RunDescription, RunCourse {
  readonly format: typeof reportFormat;
  readonly verdict: RunVerdict;
  readonly exitCode: number;
  readonly reason: string;
  readonly contractVersion: string;
  /** Present if some planned tests did not end: the run was interrupted, or `-x` ended it. */
  readonly endedEarly?: true;
  readonly topics: readonly Topic[];
  /** What each clause of the description says. */
  readonly clauses: Clauses;
  /** In the order of the catalogue: topics in the order of the description's clauses. */
  readonly requirements: readonly RequirementReport[];
  /** The known failures of the target, each with its standing in this run; absent if there are none. */
  readonly knownFailures?: {
    readonly file: string;
    /** In the order of the file. */
    readonly entries: readonly KnownFailureStanding[];
  };
  readonly gaps: readonly GapReport[];
  /** The value that TARGET_CONFIRMED_GAPS should have after this run. */
  readonly gapsToConfirm: 'all' | readonly string[];
  readonly operations: readonly OperationReport[];
  /** The part of the contract that the run saw. */
  readonly coverage: CoverageReport;
  /** In the order in which they ended. */
  readonly tests: readonly TestReport[];
  readonly totals: {
    /** Those that ended. */
    readonly tests: number;
    readonly exchanges: number;
    readonly verdicts: Readonly<Record<Verdict, number>>;
  };
  /** The orders that would have given each test its items: `3 more orders of 8 open items`; absent if no test lacked any. */
  readonly missingOrders?: string;
  /** The changes since an earlier run of the same target; absent if there is none to compare with. */
  readonly since?: Comparison;
  /** The kept whole runs of the same target before this one, oldest first; absent if there is none. */
  readonly trend?: readonly TrendPoint[];
  /** Observations that the page draws or shows. */
  readonly observations: Observations;
}

/** What later runs need of a whole run, for their comparison with it and for the trend. */
export interface KeptRun
  extends Pick<ConformanceReport, 'format' | 'verdict' | 'profile' | 'seed' | 'startedAt' | 'durationMs'>,
    Pick<ConformanceReport, 'deselected' | 'endedEarly' | 'trend'> {
  readonly target: Pick<ConformanceReport['target'], 'name'>;
  readonly totals: Pick<ConformanceReport['totals'], 'verdicts'>;
  readonly requirements: readonly Pick<RequirementReport, 'id' | 'verdict'>[];
}

/** Whether a run did all that it could: nothing was left out, and it did not end early. */
export function isWhole({ deselected, endedEarly }: KeptRun): boolean {
  return deselected === undefined && endedEarly === undefined;
}

/** A kept run in a few numbers. */
export interface TrendPoint extends Pick<ConformanceReport, 'verdict' | 'startedAt' | 'durationMs'> {
  readonly verdicts: Readonly<Record<Verdict, number>>;
}

/**
 * The kept runs up to this one, oldest first. Each run carries on the trend of the one before: reading all of them would
 * take longer than the rest of the report.
 */
export function trendAfter(run: KeptRun): readonly TrendPoint[] {
  const { trend = [], verdict, startedAt, durationMs } = run;
  return [...trend, { verdict, startedAt, durationMs, verdicts: run.totals.verdicts }];
}

/** Observations of a run beyond its verdicts, each with the id of the test that made it. */
export interface Observations {
  /** At least one for each requirement that passed and each operation at which it did. */
  readonly verifying: readonly (VerifyingExchange & { readonly test: string })[];
  /** A window of each operation whose limit was exhausted: one with a finding about it, or else with the most refusals. */
  readonly windows: readonly (WindowCurve & { readonly test: string })[];
  readonly machines: readonly StateMachineReport[];
}

/** A state machine of the contract, and the transitions that the run saw. */
export interface StateMachineReport {
  readonly name: StateMachine;
  /** Every transition that the machine has, seen or not, and every other one that was seen. */
  readonly transitions: readonly Omit<Transition, 'machine'>[];
}

/** How a target's file fills the gaps of the description. */
export interface TargetFileReport {
  /** `targets/staging.yaml` */
  readonly path: string;
  readonly digest: string;
  readonly steps: number;
  /** The live description that it was learned from. */
  readonly learned?: { readonly from: string; readonly on: string; readonly digest: string };
  /** Gaps that it confirms. */
  readonly confirmed: readonly string[];
  /** Questions without an answer, by gap or by operation and place. */
  readonly open: Readonly<Record<string, string>>;
  /** The whole file, whose comments say what each step rests on; absent in reports of earlier versions. */
  readonly text?: string;
}

export type RequirementReport = Requirement &
  Omit<RequirementResult, 'requirement' | 'findings'> & {
    readonly findings: readonly ReportedFinding[];
    /** If several answers are right: the ones that were given, and how often. */
    readonly notes: Readonly<Record<string, number>>;
    /** How far the tests went that verified it; absent in reports of earlier versions. */
    readonly reached?: Reached;
  };

/** A finding, and the test that made it. */
export interface ReportedFinding extends Finding {
  readonly test: string;
}

export interface GapReport extends Gap {
  /** Whether the target's configuration confirms the assumption. */
  readonly confirmed: boolean;
  /** Ids of the requirements that depend on it, wholly or in part. */
  readonly requirements: readonly string[];
  /** The run's observations of it. */
  readonly observed: GapObservation;
}

export interface GapObservation {
  /**
   * As assumed: everything that depends on the gap and could be exercised was verified. In part: some of it was, and
   * nothing differed. Otherwise: a finding depends on the gap. Unseen: nothing that depends on the gap was verified.
   */
  readonly kind: 'as-assumed' | 'in-part' | 'otherwise' | 'unseen';
  /** Ids of the requirements that depend on it and passed, with everything that could be exercised of them. */
  readonly verified: readonly string[];
  /** Ids of the requirements with a finding that depends on it. */
  readonly differing: readonly string[];
  /** Requirements, and operations with assumed fields, that depend on it and should have been looked at. */
  readonly open: readonly LookedAt[];
  /**
   * Requirements and operations that depend on it and could not be looked at: there is no check, or the configuration
   * leaves them out.
   */
  readonly leftOut: readonly LookedAt[];
}

/** A requirement or an operation, by its id, and the reason why it was not looked at. */
export interface LookedAt {
  readonly id: string;
  readonly reason: string;
}

export interface TestReport {
  /** Playwright's id, by which its report finds the test. */
  readonly id: string;
  /** The path below specs/. */
  readonly file: string;
  readonly line: number;
  /** The titles of its groups and its own. */
  readonly title: string;
  /** Skipped: it could not be carried out. Broken: a mistake of the suite prevented a result. */
  readonly outcome: 'passed' | 'failed' | 'skipped' | 'broken';
  readonly milliseconds: number;
  /** Ids of the requirements that it covers. */
  readonly covers: readonly string[];
  /** The test's use of the rate limits, if it shared them with the other tests. */
  readonly paced?: Paced;
  /** Absent if each of its requests got a response. */
  readonly lost?: Evidence['lost'];
  /** When it began, in milliseconds since the run began, and the worker that ran it; absent if the run was merged. */
  readonly began?: { readonly after: number; readonly worker: number };
  readonly waits?: readonly Wait[];
}

/** A test that ended, and its evidence: none if the test itself broke down. */
export interface RanTest {
  readonly test: TestReport;
  readonly evidence?: Evidence;
}
