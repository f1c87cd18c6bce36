import fc from 'fast-check';
import { type HostileRequest, hostileRequest } from './hostile/hostile-request.js';
import type { SentRequest, TargetOperation } from './hostile/sent-request.js';
import { invalidBatchBody, isBatchBody } from './invalid/batch-body.js';
import { type Id, unknownId } from './unknown-id.js';

/**
 * A valid request made wrong in any way: with something hostile in it, with a malformed body where it has a list of
 * items, about an id that nothing has where its path names one (requirement ERR-10). Most of these are refused.
 *
 * @param valid a request that succeeds; nothing in it is changed
 * @param known every id that the operation's path may name
 */
export function wrongRequest(
  operation: TargetOperation,
  valid: SentRequest,
  known: readonly Id[],
): fc.Arbitrary<HostileRequest> {
  return fc.oneof(
    { arbitrary: hostileRequest(operation, valid), weight: 2 },
    ...[malformedBody(valid), aboutNothing(operation, valid, known)].flatMap((each) => each ?? []),
  );
}

function malformedBody({ body }: SentRequest): fc.Arbitrary<HostileRequest> | undefined {
  if (!isBatchBody(body)) return undefined;
  return invalidBatchBody(body).map((wrong) => ({ ...wrong, outsideContract: false }));
}

function aboutNothing(
  { parameters }: TargetOperation,
  valid: SentRequest,
  known: readonly Id[],
): fc.Arbitrary<HostileRequest> | undefined {
  const parameter = parameters.find((each) => each.in === 'path');
  if (parameter === undefined) return undefined;
  return unknownId(known).map((id) => ({
    what: `path parameter ${parameter.name}: ${id}, which nothing has`,
    request: { ...valid, path: { ...valid.path, [parameter.name]: id } },
    outsideContract: false,
  }));
}
