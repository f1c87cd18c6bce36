import fc from 'fast-check';
import { bodyWith } from './body-place.js';
import { duplicateKeys } from './duplicate-keys.js';
import type { HostileKind, HostileRequest } from './kind.js';
import { type Literal, places, put, quoted, sameEverywhere } from './literal.js';
import { nesting } from './nesting.js';
import type { SentRequest, TargetOperation } from './sent-request.js';

/** Texts that services are known to choke on. */
const texts: readonly Literal[] = [
  { what: 'a lone surrogate', json: '"\\ud800"', parameter: '%ed%a0%80' },
  { what: 'NUL', json: '"\\u0000"', parameter: '%00' },
  quoted('a text of 65,536 characters', 'x'.repeat(65_536)),
];

/** The same for numbers. */
const numbers: readonly Literal[] = [
  sameEverywhere('the number 1e999', '1e999'),
  sameEverywhere('the integer 9007199254740993', '9007199254740993'),
];

/** What is no number, for a parameter that may have to be one. */
const word = quoted('the word first', 'first');

const otherTypes = ['text/plain', 'application/xml', 'application/x-www-form-urlencoded'];

/** A valid body that is declared as something else. */
const declaredOtherwise: HostileKind = (_, valid) => {
  if (valid.body === undefined) return undefined;
  return fc.constantFrom(...otherTypes).map((type) => ({
    what: `content-type: ${type}`,
    request: { ...valid, raw: { ...valid.raw, headers: { ...valid.raw?.headers, 'content-type': type } } },
    outsideContract: false,
  }));
};

/** A valid body that ends in its middle. */
const cutOff: HostileKind = (_, valid) => {
  if (valid.body === undefined) return undefined;
  const whole = bodyWith(valid.body, [], JSON.stringify(valid.body));
  const body = whole.subarray(0, Math.ceil(whole.length / 2));
  return fc.constant({
    what: `body: JSON cut off after ${body.length} bytes`,
    request: { ...valid, raw: { ...valid.raw, body } },
    outsideContract: false,
  });
};

/**
 * What services are known to choke on, one request of each: a lone surrogate, NUL and a long text in the body and in a
 * parameter, and a word in each; in the body a huge number and one that loses a digit, deep nesting, a key twice, another content type, and
 * JSON cut off (requirement ERR-08). Only where in the request it stands is drawn.
 */
export function knownHostility(
  operation: TargetOperation,
  valid: SentRequest,
): fc.Arbitrary<readonly HostileRequest[]> {
  const all = places(operation, valid);
  const documented = operation.parameters.map(({ name }) => name);
  const parameters = all.filter((place) => place.in !== 'body' && documented.includes(place.parameter));
  const leaves = all.filter((place) => place.in === 'body' && !(place.value instanceof Object));
  const leavesOf = (type: string) => {
    const ofType = leaves.filter(({ value }) => typeof value === type);
    return ofType.length > 0 ? ofType : leaves;
  };
  const literals = [
    ...texts.map((literal) => ({ literal, fitting: leavesOf('string') })),
    ...numbers.map((literal) => ({ literal, fitting: leavesOf('number') })),
    ...texts.map((literal) => ({ literal, fitting: parameters })),
  ].flatMap(({ literal, fitting }) =>
    fitting.length === 0
      ? []
      : fc.constantFrom(...fitting).map((place) => put(operation, valid, place, literal)),
  );
  const words = parameters
    .filter((place) => place.in === 'query')
    .map((place) => fc.constant(put(operation, valid, place, word)));
  const others = [nesting, duplicateKeys, declaredOtherwise, cutOff].flatMap(
    (kind) => kind(operation, valid) ?? [],
  );
  return fc.tuple(...literals, ...words, ...others);
}
