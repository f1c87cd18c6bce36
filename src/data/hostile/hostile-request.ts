import fc from 'fast-check';
import type { Operation } from '../../contract/operations.js';
import type { AnyRequest } from '../../http/transports/transport.js';
import * as bodies from './bodies.js';
import {
  bodyWith,
  cutOff,
  type DescribedRequest,
  type HostileKind,
  type Literal,
  put,
  quoted,
  sameEverywhere,
  slots,
  withRaw,
} from './request.js';
import * as targets from './targets.js';
import * as values from './values.js';

const kinds: readonly HostileKind[] = [
  values.types,
  values.bounds,
  values.numbersThatLoseDigits,
  values.unicode,
  bodies.missing,
  targets.repeatedParameter,
  targets.malformedQuery,
  targets.pathParameter,
  bodies.duplicateKeys,
  bodies.malformedJson,
  bodies.encoding,
  bodies.contentType,
  bodies.contentEncoding,
  bodies.unexpectedBody,
  targets.method,
];

/** Kinds with large requests: each makes up about one request in 40, so that a thousand requests stay fast. */
const heavyKinds: readonly HostileKind[] = [bodies.nesting, bodies.longText];

const heavyShare = 1 / 40;

/**
 * A valid request with one hostile part, in any parameter or any value of the body (requirement ERR-08, derived from
 * clause 7). It shrinks to a request of the same kind.
 *
 * @param operation the operation to call
 * @param valid a request that succeeds there; it stays unchanged
 */
export function hostileRequest(operation: Operation, valid: AnyRequest): fc.Arbitrary<DescribedRequest> {
  const drawn = (some: readonly HostileKind[]) => some.flatMap((kind) => kind(operation, valid) ?? []);
  const [light, heavy] = [drawn(kinds), drawn(heavyKinds)];
  // Weights are whole numbers: 40 for each light kind, and for each heavy kind its share of the total.
  const all = (40 * light.length) / (1 - heavyShare * heavy.length);
  return fc
    .oneof(
      ...light.map((arbitrary) => ({ arbitrary, weight: 40 })),
      ...heavy.map((arbitrary) => ({ arbitrary, weight: Math.round(all * heavyShare) })),
    )
    .map(shownInWords);
}

/** Makes fast-check show a counterexample in words, because its bytes would fill a page with numbers. */
function shownInWords(request: DescribedRequest): DescribedRequest {
  return Object.defineProperty({ ...request }, fc.toStringMethod, {
    value: () => request.what,
    enumerable: false,
  });
}

/** Strings that services are known to choke on. */
const strings: readonly Literal[] = [
  { what: 'a lone surrogate', json: '"\\ud800"', parameter: '%ed%a0%80' },
  { what: 'NUL', json: '"\\u0000"', parameter: '%00' },
  quoted('a string of 65,536 characters', 'x'.repeat(65_536)),
];

/** Numbers that services are known to choke on. */
const numbers: readonly Literal[] = [
  sameEverywhere('the number 1e999', '1e999'),
  sameEverywhere('the integer 9007199254740993', '9007199254740993'),
];

/** A word, for parameters that may require a number. */
const word = quoted('the word first', 'first');

/** A valid body declared as a different type. */
const declaredOtherwise = bodies.declaredAs([
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
]);

/** The first half of a valid body. */
const half: HostileKind = (_, valid) => {
  if (valid.body === undefined) return undefined;
  const whole = bodyWith(valid.body, [], JSON.stringify(valid.body));
  const body = cutOff(whole, Math.ceil(whole.length / 2));
  return fc.constant(withRaw(valid, `body: JSON cut off after ${body.length} bytes`, { body }));
};

/**
 * Input that services are known to choke on, with one request for each: a lone surrogate, NUL and a long text in the
 * body and in a parameter; a word in each query parameter; a huge number, a number that loses a digit, deep nesting and
 * a repeated key in the body; a wrong content type; and JSON that is cut off (requirement ERR-08). Draws the slots at
 * random.
 */
export function knownHostility(
  operation: Operation,
  valid: AnyRequest,
): fc.Arbitrary<readonly DescribedRequest[]> {
  const all = slots(operation, valid);
  const documented = operation.parameters.map(({ name }) => name);
  const parameters = all.filter((slot) => slot.in !== 'body' && documented.includes(slot.parameter));
  const leaves = all.filter((slot) => slot.in === 'body' && !(slot.value instanceof Object));
  const leavesOf = (type: string) => {
    const ofType = leaves.filter(({ value }) => typeof value === type);
    return ofType.length > 0 ? ofType : leaves;
  };
  const literals = [
    ...strings.map((literal) => ({ literal, fitting: leavesOf('string') })),
    ...numbers.map((literal) => ({ literal, fitting: leavesOf('number') })),
    ...strings.map((literal) => ({ literal, fitting: parameters })),
  ].flatMap(({ literal, fitting }) =>
    fitting.length === 0 ? [] : fc.constantFrom(...fitting).map((slot) => put(valid, slot, literal)),
  );
  const words = parameters
    .filter((slot) => slot.in === 'query')
    .map((slot) => fc.constant(put(valid, slot, word)));
  const others = [bodies.nesting, bodies.duplicateKeys, declaredOtherwise, half].flatMap(
    (kind) => kind(operation, valid) ?? [],
  );
  return fc.tuple(...literals, ...words, ...others);
}
