import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import type { ShownExchange } from '../../http/shown/shown-exchange.js';

/**
 * An exchange that verified requirements, as evidence for what passed: its bodies are cut off after a few hundred
 * characters, and the headers that concern only the connection are left out.
 */
export interface VerifyingExchange {
  readonly operationId: string;
  /** The requirements that it verified; in a report, those for which no other exchange is shown at the operation. */
  readonly verifies: readonly RequirementId[];
  /** The steps that led to it, in words; empty if there were none. */
  readonly trail: readonly string[];
  readonly exchange: ShownExchange;
}

/** The requests that a test sent to one operation within one window, in order (clause 8.1). */
export interface WindowCurve {
  readonly operationId: string;
  /** The number of requests that should pass. */
  readonly declared: number;
  readonly points: readonly WindowPoint[];
  /** How many more requests got no response; absent if each got one. */
  readonly lost?: number;
}

/** One response in a window. */
interface WindowPoint {
  readonly status: number;
  /** X-RateLimit-Remaining; absent if the response lacks it. */
  readonly remaining?: number | undefined;
}

/** State machines that the suite follows: product statuses (clause 3.1) and order item statuses (gap G-01). */
export type StateMachine = 'product' | 'order';

/** A transition that the target showed. */
export interface Transition {
  readonly machine: StateMachine;
  readonly from: string;
  readonly to: string;
  /** What caused it, such as `updateProductStatus` or `time`. */
  readonly by: string;
  /** Whether the state machine has this transition, and the test did what leads to it. */
  readonly legal: boolean;
  readonly times: number;
}

/** A transition that was seen once. */
export type ShownTransition = Omit<Transition, 'times'>;

/** A span in which a test waited: for its turn within a rate limit, or for time to pass on the target's clock. */
export interface Wait {
  readonly kind: 'turn' | 'clock';
  /** Milliseconds since the test began. */
  readonly from: number;
  readonly milliseconds: number;
}
