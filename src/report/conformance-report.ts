import type { ProfileName } from '../budget/profile.js';
import type { Requirement } from '../requirements/catalogue.js';
import type { Finding } from '../verdicts/finding.js';
import type { Verdict } from '../verdicts/requirement-verdict.js';
import type { RunVerdict } from '../verdicts/run-verdict.js';
import type { CoverageReport } from './coverage-report.js';

/** What `conformance.json` holds: the run as data, complete and without secrets. */
export interface ConformanceReport {
  readonly verdict: RunVerdict;
  readonly exitCode: number;
  readonly reason: string;
  readonly target: {
    readonly name: string;
    readonly url: string;
    readonly confirmedGaps: 'all' | readonly string[];
    /** As read from the environment, secrets redacted. */
    readonly settings: Readonly<Record<string, unknown>>;
  };
  readonly contractVersion: string;
  readonly profile: ProfileName;
  readonly seed: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** What was left out, where the run is partial. */
  readonly deselected?: string;
  /** Errors of configuration, transport or the suite itself. */
  readonly errors: readonly string[];
  readonly requirements: readonly RequirementReport[];
  readonly operations: readonly OperationReport[];
  /** What of the contract was seen. */
  readonly coverage: CoverageReport;
  readonly totals: {
    readonly tests: number;
    readonly exchanges: number;
    readonly verdicts: Readonly<Record<Verdict, number>>;
  };
}

export interface RequirementReport
  extends Pick<Requirement, 'id' | 'clause' | 'strength' | 'from' | 'sentence'> {
  readonly verdict: Verdict;
  readonly tests: number;
  readonly exchanges: number;
  readonly findings: readonly Finding[];
  readonly reason?: string;
  /** Where several answers are right: which were given, and how often. */
  readonly notes: Readonly<Record<string, number>>;
}

export interface OperationReport {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly exchanges: number;
  /** How often each status was seen. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly rateLimit: {
    /** Requests a minute by the description. */
    readonly stated: number;
    /** What had to be enforced: the target's live description may declare another number. */
    readonly declared?: number;
    /** Requests that passed in one window before the first 429; absent where it was not exhausted. */
    readonly observed?: number;
  };
}
