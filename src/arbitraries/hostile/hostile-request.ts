import fc from 'fast-check';
import { bounds } from './bounds.js';
import { contentEncoding } from './content-encoding.js';
import { contentType } from './content-type.js';
import { duplicateKeys } from './duplicate-keys.js';
import { encoding } from './encoding.js';
import type { HostileKind, HostileRequest } from './kind.js';
import { longText } from './long-text.js';
import { malformedJson } from './malformed-json.js';
import { method } from './method.js';
import { missing } from './missing.js';
import { nesting } from './nesting.js';
import { numbersThatLoseDigits } from './numbers.js';
import { pathParameter } from './path-parameter.js';
import { malformedQuery, repeatedParameter } from './query.js';
import type { SentRequest, TargetOperation } from './sent-request.js';
import { types } from './types.js';
import { unexpectedBody } from './unexpected-body.js';
import { unicode } from './unicode.js';

export type { HostileRequest } from './kind.js';
export type { DescribedRequest, SentRequest, TargetOperation } from './sent-request.js';

const kinds: readonly HostileKind[] = [
  types,
  bounds,
  numbersThatLoseDigits,
  unicode,
  missing,
  repeatedParameter,
  malformedQuery,
  pathParameter,
  duplicateKeys,
  malformedJson,
  encoding,
  contentType,
  contentEncoding,
  unexpectedBody,
  method,
];

/** Kinds whose requests are large: about one request in 40 each, so that a thousand requests stay fast. */
const heavyKinds: readonly HostileKind[] = [nesting, longText];

const heavyShare = 1 / 40;

/**
 * A valid request with one hostile thing in it, over every parameter and every value of the body (requirement ERR-08,
 * derived from clause 7). A smaller one is of the same kind.
 *
 * @param operation what the request is for
 * @param valid a request that succeeds there; nothing in it is changed
 */
export function hostileRequest(operation: TargetOperation, valid: SentRequest): fc.Arbitrary<HostileRequest> {
  const light = of(kinds, operation, valid);
  const heavy = of(heavyKinds, operation, valid);
  // Weights are whole numbers: 40 for each light kind, and for each heavy one its share of all.
  const all = (40 * light.length) / (1 - heavyShare * heavy.length);
  return fc
    .oneof(
      ...light.map((arbitrary) => ({ arbitrary, weight: 40 })),
      ...heavy.map((arbitrary) => ({ arbitrary, weight: Math.round(all * heavyShare) })),
    )
    .map(shownInWords);
}

function of(
  these: readonly HostileKind[],
  operation: TargetOperation,
  valid: SentRequest,
): fc.Arbitrary<HostileRequest>[] {
  return these.flatMap((kind) => kind(operation, valid) ?? []);
}

/** A counterexample is shown by what it is: its bytes would be a page of numbers. */
function shownInWords(request: HostileRequest): HostileRequest {
  return Object.defineProperty({ ...request }, fc.toStringMethod, {
    value: () => request.what,
    enumerable: false,
  });
}
