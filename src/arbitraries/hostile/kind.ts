import type fc from 'fast-check';
import type { DescribedRequest, SentRequest, TargetOperation } from './sent-request.js';

/** A request with one hostile thing in it. */
export interface HostileRequest extends DescribedRequest {
  /**
   * Whether it is no request of the operation any more, as its method or its path may name something else: what the
   * contract says of the operation doesn't bind the answer then.
   */
  readonly outsideContract: boolean;
}

/**
 * One kind of hostility. It takes an operation and a request that succeeds there, and gives the same request with one
 * hostile thing in it; undefined where the request has no place for it.
 */
export type HostileKind = (
  operation: TargetOperation,
  valid: SentRequest,
) => fc.Arbitrary<HostileRequest> | undefined;
