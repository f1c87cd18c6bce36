import type { Gap, Requirement, Topic } from '../contract/requirements/catalogue.js';
import type { Residue } from '../footprint/ledger/residue.js';
import type { PreflightReport } from '../target/preflight/preflight-report.js';
import type { ProfileName } from '../target/profile.js';
import type { Paced } from '../verdicts/evidence.js';
import type { Finding } from '../verdicts/finding.js';
import type { KnownFailureStanding } from '../verdicts/known-failures/standing.js';
import type { MissedOperations, Verdict } from '../verdicts/requirement-verdict.js';
import type { RunVerdict } from '../verdicts/run-verdict.js';
import type { Comparison } from './comparison.js';
import type { ContractOperation } from './contract-elements.js';
import type { CoverageReport } from './coverage-report.js';

/** The number of the form that `conformance.json` has; another one is another form. */
export const reportFormat = 1;

/** What `conformance.json` holds: the run as data, complete and without secrets; all that the page is made from. */
export interface ConformanceReport {
  readonly format: typeof reportFormat;
  readonly verdict: RunVerdict;
  readonly exitCode: number;
  readonly reason: string;
  readonly target: {
    readonly name: string;
    readonly url: string;
    readonly confirmedGaps: 'all' | readonly string[];
    /** As read from the environment, secrets redacted. */
    readonly settings: Readonly<Record<string, unknown>>;
    /** The file that says how the target fills the gaps; absent where it fills each as assumed. */
    readonly file?: TargetFileReport;
  };
  readonly contractVersion: string;
  readonly profile: ProfileName;
  readonly seed: number;
  /** Whether a violated should gates. */
  readonly strict: boolean;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** The command that makes the run once more, but for what was left out. */
  readonly command: string;
  /** What was left out, where the run is partial. */
  readonly deselected?: string;
  /** Present where tests that were to run had not all ended: the run was interrupted, or `-x` ended it. */
  readonly endedEarly?: true;
  /** Present where the run was interrupted and resumed, once for each time. */
  readonly resumed?: readonly Resumption[];
  /** Present where it was merged from the shards of several machines. */
  readonly shards?: MergedShards;
  /** Errors of configuration, transport or the suite itself. */
  readonly errors: readonly string[];
  readonly topics: readonly Topic[];
  /** In the order of the catalogue: topics in the order of the description's clauses. */
  readonly requirements: readonly RequirementReport[];
  /** What is known to fail on the target; absent where nothing is. */
  readonly knownFailures?: KnownFailuresReport;
  readonly gaps: readonly GapReport[];
  /** What TARGET_CONFIRMED_GAPS should name after this run; absent in older reports. */
  readonly gapsToConfirm?: 'all' | readonly string[];
  readonly operations: readonly OperationReport[];
  /** What the contract says before any target closes a gap, down to the field; absent in older reports. */
  readonly contract?: readonly ContractOperation[];
  /** What of the contract was seen. */
  readonly coverage: CoverageReport;
  /** In the order in which they ended. */
  readonly tests: readonly TestReport[];
  readonly totals: {
    readonly tests: number;
    readonly exchanges: number;
    readonly verdicts: Readonly<Record<Verdict, number>>;
  };
  /** What was found out before the first test; absent for the embedded sandbox, of which all is known. */
  readonly preflight?: PreflightReport;
  /** What became of what the run created; absent where it created nothing on a merchant that others use too. */
  readonly residue?: Residue;
  /** What changed since an earlier run of the same target; absent where there is none to compare with. */
  readonly since?: Comparison;
}

/** How a target fills the gaps of the description, by its file. */
export interface TargetFileReport {
  /** `targets/staging.yaml` */
  readonly path: string;
  /** Of the file's text. */
  readonly digest: string;
  readonly steps: number;
  /** The live description that it was learned from. */
  readonly learned?: { readonly from: string; readonly on: string; readonly digest: string };
  /** Gaps that it confirms. */
  readonly confirmed: readonly string[];
  /** Questions that nobody has answered yet, by gap or by operation and place. */
  readonly open: Readonly<Record<string, string>>;
  /** What the target says in other words, or closes otherwise. */
  readonly elements: readonly ClosedElement[];
}

/** An element of the contract, in our words, that a target's file makes another one or that stands elsewhere by it. */
export interface ClosedElement {
  readonly operationId: string;
  readonly part: 'path' | 'query' | 'request' | 'response' | 'status' | 'operation';
  /** In our words: `items[].status`, a parameter, or a status. */
  readonly ours: string;
  /** In the target's words, where they are other ones. */
  readonly theirs?: string;
  /** What the file says of the element itself: `rename: state`. */
  readonly steps?: readonly string[];
  /** The comments of these steps in the file. */
  readonly evidence?: string;
}

export type RequirementReport = Requirement & {
  readonly verdict: Verdict;
  readonly tests: number;
  readonly exchanges: number;
  /** The exchanges in which it was verified, for each operation. */
  readonly verifiedBy: Readonly<Record<string, number>>;
  readonly findings: readonly ReportedFinding[];
  /** Present where it speaks of each of its operations, and was not verified at all of them. */
  readonly missed?: MissedOperations;
  readonly reason?: string;
  /** Present where it is violated in nothing but what is known, so that it doesn't gate. */
  readonly known?: true;
  /** Where several answers are right: which were given, and how often. */
  readonly notes: Readonly<Record<string, number>>;
};

/** The known failures of a target, each with what the run saw of it. */
export interface KnownFailuresReport {
  /** The file that names them. */
  readonly file: string;
  /** In the order of the file. */
  readonly entries: readonly KnownFailureStanding[];
}

/** That an interrupted run was gone on with. */
export interface Resumption {
  /** ISO 8601. */
  readonly at: string;
  /** Tests whose evidence was kept, so that they did not run again. */
  readonly kept: number;
}

/** The parts of a run that was merged from those of several machines. */
export interface MergedShards {
  readonly total: number;
  /** Numbers of those that are not there: nothing is known of their tests. */
  readonly missing: readonly number[];
}

/** A finding, and the test that made it. */
export interface ReportedFinding extends Finding {
  /** Id of the test. */
  readonly test: string;
}

/** Something that the description leaves open, and how the target closed it. */
export interface GapReport extends Gap {
  /** Whether the target's configuration says that the assumption holds there. */
  readonly confirmed: boolean;
  /** Ids of the requirements that rest on it, wholly or in part. */
  readonly requirements: readonly string[];
  /** What the run saw of it; absent in older reports. */
  readonly observed?: GapObservation;
}

/** What a run saw of a gap. */
export interface GapObservation {
  /**
   * As assumed: whatever rests on it and could be exercised was verified. In part: some of it was, and nothing differed.
   * Otherwise: a finding rests on it. Unseen: nothing that rests on it was verified.
   */
  readonly kind: 'as-assumed' | 'in-part' | 'otherwise' | 'unseen';
  /** Ids of the requirements that rest on it and passed, with all that could be exercised of them. */
  readonly verified: readonly string[];
  /** Ids of the requirements of which a finding rests on it. */
  readonly differing: readonly string[];
  /** What rests on it and should have been looked at: requirements, and operations with fields by assumption. */
  readonly open: readonly LookedAt[];
  /** What rests on it and could not be looked at: it has no check, or the configuration leaves it out. */
  readonly leftOut: readonly LookedAt[];
  /** Fields that answers have by assumption; those for which there is a reason not to be seen don't count. */
  readonly fields: { readonly seen: number; readonly of: number };
}

/** A requirement or an operation, by its id, and why it was not looked at. */
export interface LookedAt {
  readonly id: string;
  readonly reason: string;
}

export interface TestReport {
  /** Playwright's, by which its report finds the test. */
  readonly id: string;
  /** Below specs/. */
  readonly file: string;
  readonly line: number;
  /** The titles of its groups and its own. */
  readonly title: string;
  /** Skipped: it could not be carried out. Broken: nothing can be said, by a mistake of the suite. */
  readonly outcome: 'passed' | 'failed' | 'skipped' | 'broken';
  readonly milliseconds: number;
  /** Ids of the requirements that it covers. */
  readonly covers: readonly string[];
  /** Present where Playwright's report doesn't hold it, which is of another part of the run. */
  readonly onlyHere?: true;
  /** What it took of the rate limits, where it shared them with the other tests. */
  readonly paced?: Paced;
}

export interface OperationReport {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** Of a batch write: the operation that shows what became of it. */
  readonly results?: string;
  readonly exchanges: number;
  /** How often each status was seen. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Statuses that the contract documents. */
  readonly documented: readonly number[];
  /** How long its successes took; absent where there was none. */
  readonly durations?: ResponseTimes;
  readonly rateLimit: {
    /** Requests a minute by the description. */
    readonly stated: number;
    /** What had to be enforced: the target's live description may declare another number. */
    readonly declared?: number;
    /** Requests that passed in one window before the first 429; absent where it was not exhausted. */
    readonly observed?: number;
  };
}

/** Milliseconds from a request to the end of its response, right to within 5 %. */
export interface ResponseTimes {
  readonly answers: number;
  readonly median: number;
  /** What 95 of 100 answers didn't exceed. */
  readonly percentile95: number;
  /** How many answers took how long, the fastest first, without gaps. */
  readonly histogram: readonly { readonly from: number; readonly to: number; readonly answers: number }[];
}
