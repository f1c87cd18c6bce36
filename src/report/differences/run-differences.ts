import type { Verdict } from '../../verdicts/requirement-verdict.js';
import type { ConformanceReport, ReportedFinding, RequirementReport } from '../data/conformance-report.js';
import type { PlaceDifference, StatusDifference } from './answer-differences.js';
import type { TimeDifference } from './time-differences.js';

/** The differences between two runs of the suite with the same seed: of two versions of a service, or of two targets. */
export interface RunDifferences {
  /** 0 if nothing differs, 1 if something does, 3 if nothing does but one run could not exercise everything. */
  readonly exitCode: 0 | 1 | 3;
  readonly a: ComparedRun;
  readonly b: ComparedRun;
  readonly contractVersion: string;
  readonly profile: string;
  readonly seed: number;
  /** Each with everything that seems to come from one cause; the violations come first. */
  readonly differences: readonly Difference[];
  /** Answers that took clearly longer in one run. They depend on the machine too, so they don't count as differences. */
  readonly times: readonly TimeDifference[];
  /** Requirements that only one run verified or found violated, by the reason of the other run. */
  readonly onlyOnce: readonly ExercisedOnce[];
  /** The number of tests that ran in only one of the runs. */
  readonly testsOnlyOnce: { readonly a: number; readonly b: number };
}

/** A run that is compared. */
export interface ComparedRun
  extends Pick<ConformanceReport, 'verdict' | 'exitCode' | 'startedAt' | 'deselected' | 'endedEarly'> {
  readonly file: string;
  readonly target: string;
  readonly url: string;
  readonly exchanges: number;
}

/** Everything that differs and seems to have one cause. */
export interface Difference {
  /** The operations at which it shows, the most important first. */
  readonly operations: readonly string[];
  readonly violations: readonly ViolationDifference[];
  readonly statuses: readonly StatusDifference[];
  readonly places: readonly PlaceDifference[];
  readonly limits: readonly LimitDifference[];
}

/** A violation that only one of the runs found. */
export interface ViolationDifference {
  readonly requirement: string;
  readonly strength: RequirementReport['strength'];
  readonly sentence: string;
  /** The verdicts of the requirement in the two runs; they can be equal if it is also violated elsewhere. */
  readonly verdicts: { readonly a: Verdict; readonly b: Verdict };
  readonly onlyIn: 'a' | 'b';
  readonly operationId: string;
  /** The batch write whose effect is wrong, if a different operation showed it. */
  readonly write?: string;
  /** One of its findings. */
  readonly finding: ReportedFinding;
  /** The places of all its findings in the contract's words, without positions in lists. */
  readonly places: readonly string[];
  /** The tests that found it, by file and title. */
  readonly tests: readonly string[];
  /** Of these, the tests that look for it; the others saw it in an exchange. */
  readonly dedicated: readonly string[];
}

/** A rate limit that is not the same, in requests per minute. */
export interface LimitDifference {
  readonly operationId: string;
  readonly kind: 'declared' | 'observed';
  readonly a: number;
  readonly b: number;
}

/** Requirements that could be exercised in only one of the runs. */
export interface ExercisedOnce {
  readonly requirements: readonly string[];
  readonly notIn: 'a' | 'b';
  readonly verdict: Verdict;
  readonly reason: string;
}
