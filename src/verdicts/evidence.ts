import type { RequirementId } from '../contract/requirements/requirement-ids.generated.js';
import type { DurationHistogram } from '../http/duration-histogram.js';
import type { ShownExchange } from '../http/shown-exchange.js';
import type { Finding, OpenGap } from './finding.js';

/** Name and media type of the attachment with which a test passes its evidence to the reporter. */
export const evidenceAttachment = { name: 'conformance-evidence', contentType: 'application/json' } as const;

/** Set by a reporter that shows a test as failed although its worker was told to expect the failure. */
export const restoresFailures = 'CONFORMANCE_RESTORES_FAILURES';

/** What one test learned: verdicts are made from this alone. */
export interface Evidence {
  /** Requirements that the test says it verifies. */
  readonly covers: readonly RequirementId[];
  /** For each requirement and operation: the number of exchanges that verified it. */
  readonly verified: Readonly<Partial<Record<RequirementId, Readonly<Record<string, number>>>>>;
  readonly findings: readonly Finding[];
  /** Requirements that the test could not exercise, and why. */
  readonly blocked: readonly Unexercised[];
  /** Requirements that the target's configuration excludes, and why. */
  readonly inapplicable: readonly Unexercised[];
  /** Why the test ended early, whatever it had verified until then. */
  readonly cutShort?: { readonly kind: 'blocked' | 'inapplicable'; readonly reason: string };
  /** Operations that the test should have called but could not, and why. */
  readonly unreached?: readonly Unreached[];
  /** A mistake of the suite itself. */
  readonly suiteError?: string;
  /** For each operation, the statuses seen and how often. */
  readonly operations: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** For each operation, how long its successes took. */
  readonly durations: Readonly<Record<string, DurationHistogram>>;
  /** Number of exchanges whose request does not belong to any operation. */
  readonly outside: number;
  /** For a requirement with several acceptable answers: which answers the target gave, and how often. */
  readonly notes: Readonly<Partial<Record<RequirementId, Readonly<Record<string, number>>>>>;
  /** For each operation that was exhausted: the limit, and how many requests passed before the first refusal. */
  readonly admitted: Readonly<Record<string, Admitted>>;
  /** How the test fared with the rate limits, if it shared them with others. */
  readonly paced?: Paced;
  /** Ids of the contract's parts that the worker saw for the first time. */
  readonly seen: readonly string[];
}

/** What a test used of the rate limits, and how long it waited. */
export interface Paced {
  /** Milliseconds that it waited for its turn. */
  readonly inTurn: number;
  /** Milliseconds that it let pass on the target's clock. */
  readonly asleep: number;
  /** Number of 429 answers that the test did not provoke. */
  readonly refusals: number;
  /** Requests that count towards a limit, by operation as in `GET /api/v1/brands/`. */
  readonly requests: Readonly<Record<string, number>>;
  /** What it took of the orders that the configuration names; absent if it took nothing. */
  readonly orderItems?: TakenItems;
}

/** Items of open orders that a test took: no other test can take them while they are open. */
export interface TakenItems {
  readonly open: number;
  /** The largest number of them that had to belong to the same order. */
  readonly together: number;
}

/** Requests of one window. */
export interface Admitted {
  /** How many should pass. */
  readonly declared: number;
  /** How many passed. */
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
  /** Gaps that the target fills in its own way, and that must be closed before the requirement can be exercised. */
  readonly gaps?: readonly OpenGap[];
}

/** The evidence of a test that learned nothing, except for what a unit test sets. */
export function exampleEvidence(given: Partial<Evidence> = {}): Evidence {
  return {
    covers: [],
    verified: {},
    findings: [],
    blocked: [],
    inapplicable: [],
    operations: {},
    durations: {},
    outside: 0,
    notes: {},
    admitted: {},
    seen: [],
    ...given,
  };
}

const exampleShownExchange: ShownExchange = {
  startedAt: '2030-01-02T03:04:05.678Z',
  milliseconds: 3,
  request: { method: 'GET', url: 'https://shop.example.com/x', headers: {} },
  response: { status: 200, headers: {}, body: { bytes: 0, text: '', isCut: false } },
  curl: 'curl ...',
};

/** A failed finding against BAT-09, with the fields that a unit test sets. */
export function exampleFinding(given: Partial<Finding> = {}): Finding {
  return {
    requirement: 'BAT-09',
    judgement: 'failed',
    operationId: 'getStatusResults',
    expected: ['2 entries'],
    actual: '1 entries',
    at: 'body items',
    trail: [],
    exchange: exampleShownExchange,
    times: 1,
    replay: "npm run conformance -- --grep 'x'",
    ...given,
  };
}
