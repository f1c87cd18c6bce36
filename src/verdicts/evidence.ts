import type { RequirementId } from '../contract/requirements/requirement-ids.generated.js';
import type { DurationHistogram } from '../http/duration-histogram.js';
import type { Finding } from './finding.js';
import type { OpenGap } from './interruptions.js';

/** Name and media type of the attachment in which a test hands its evidence to the reporter. */
export const evidenceAttachment = { name: 'conformance-evidence', contentType: 'application/json' } as const;

/** Set by a reporter that shows a test as failed although its worker was told to expect that. */
export const restoresFailures = 'CONFORMANCE_RESTORES_FAILURES';

/** What one test learned: the only thing that verdicts are made from. */
export interface Evidence {
  /** Requirements that the test says it verifies. */
  readonly covers: readonly RequirementId[];
  /** Exchanges in which each requirement was verified, for each operation. */
  readonly verified: Readonly<Partial<Record<RequirementId, Readonly<Record<string, number>>>>>;
  readonly findings: readonly Finding[];
  /** Requirements that the test could not exercise, and why. */
  readonly blocked: readonly Unexercised[];
  /** Requirements that the target's configuration takes out, and why. */
  readonly inapplicable: readonly Unexercised[];
  /** Why the test did not come to its end, whatever it had verified until then. */
  readonly cutShort?: { readonly kind: 'blocked' | 'inapplicable'; readonly reason: string };
  /** Operations that the test was to call and could not, and why. */
  readonly unreached?: readonly Unreached[];
  /** A mistake of the suite itself. */
  readonly suiteError?: string;
  /** For each operation the statuses seen and how often. */
  readonly operations: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** For each operation how long its successes took. */
  readonly durations: Readonly<Record<string, DurationHistogram>>;
  /** Exchanges whose request was none of any operation. */
  readonly outside: number;
  /** For a requirement that leaves several answers open: which were given, and how often. */
  readonly notes: Readonly<Partial<Record<RequirementId, Readonly<Record<string, number>>>>>;
  /** For each operation that was exhausted: the limit, and how many requests passed before the first that didn't. */
  readonly admitted: Readonly<Record<string, Admitted>>;
  /** How the test fared with the rate limits, where it shared them with others. */
  readonly paced?: Paced;
  /** Ids of what of the contract the worker saw for the first time. */
  readonly seen: readonly string[];
}

/** What a test took of the rate limits, and what it waited for. */
export interface Paced {
  /** Milliseconds in which it waited for its turn. */
  readonly inTurn: number;
  /** Milliseconds in which it let the target's time pass. */
  readonly asleep: number;
  /** Answers 429 that were not provoked. */
  readonly refusals: number;
  /** Requests that count towards a limit, by operation as `GET /api/v1/brands/`. */
  readonly requests: Readonly<Record<string, number>>;
  /** What it took of the orders that the configuration names; absent where it took nothing. */
  readonly orderItems?: TakenItems;
}

/** Items of orders that a test took while they were open: nobody else can have them so. */
export interface TakenItems {
  readonly open: number;
  /** How many of them had to be of the same order, at the most. */
  readonly together: number;
}

/** Requests of one window. */
export interface Admitted {
  /** As many as should pass. */
  readonly declared: number;
  /** As many as did. */
  readonly observed: number;
}

/** An operation that a test could not call, and why. */
export interface Unreached {
  readonly operationId: string;
  readonly kind: 'blocked' | 'inapplicable';
  readonly reason: string;
}

export interface Unexercised {
  readonly requirement: RequirementId;
  readonly reason: string;
  /** Gaps that the target fills in its own way, and that have to be closed before the requirement can be exercised. */
  readonly gaps?: readonly OpenGap[];
}
