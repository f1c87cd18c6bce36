import fc from 'fast-check';
import { encodedInUrl } from '../../contract/mapping/lenses/value-lens.js';
import { wordsOf } from '../draw.js';
import { type HostileKind, parameterSlots, withParameter, withQuery } from './request.js';

/** Path segments that replace a parameter, made from its valid value; both are percent-encoded. */
const segments: readonly (readonly [what: string, written: (value: string) => string])[] = [
  ['a step up', () => '..'],
  ['a step up, encoded', () => '%2e%2e'],
  ['a step that stays', () => '.'],
  ['a step up and an encoded slash', () => '..%2f'],
  ['steps up to a different operation', () => '..%2f..%2fbrands%2f'],
  ['steps up, all encoded', () => '%2e%2e%2f%2e%2e%2f'],
  ['steps up, encoded twice', () => '%252e%252e%252f'],
  ['steps up, overlong', () => '%c0%ae%c0%ae%c0%af'],
  ['steps up to a system file', () => '..%2f..%2f..%2f..%2fetc%2fpasswd'],
  ['steps up with backslashes', () => '..%5c..%5c'],
  ['a step up before a semicolon', () => '..;'],
  ['an encoded slash alone', () => '%2f'],
  ['an encoded slash after the value', (value) => `${value}%2f`],
  ['a slash after the value', (value) => `${value}/`],
  ['nothing', () => ''],
  ['NUL', () => '%00'],
  ['NUL after the value', (value) => `${value}%00`],
  ['a line break after the value', (value) => `${value}%0d%0a`],
  ['8,000 characters', () => 'a'.repeat(8000)],
  ['a number of 1,000 digits', () => '9'.repeat(1000)],
  ['a four-byte character', () => '%f0%9f%98%80'],
  ['bytes that are not UTF-8', () => '%ff%fe'],
  ['a lone surrogate', () => '%ed%a0%80'],
  ['a percent sign alone', () => '%'],
  ['a percent sign with letters that are not hexadecimal', () => '%zz'],
  ['a space', () => '%20'],
  ['a space after the value', (value) => `${value}%20`],
  ['a semicolon', () => ';'],
  ['a matrix parameter', (value) => `${value};x=1`],
  ['an encoded question mark', (value) => `${value}%3fx=1`],
  ['an encoded hash', (value) => `${value}%23x`],
  ['the value twice', (value) => `${value},${value}`],
  ['a piece of SQL', () => "'%20OR%201=1--"],
  ['an asterisk', () => '*'],
  ['a template', () => '%7bid%7d'],
  ['a word of JavaScript', () => '__proto__'],
];

/** A path parameter that is hard to route or to decode (requirement ERR-08). */
export const pathParameter: HostileKind = (operation, valid) => {
  const parameters = parameterSlots(operation, valid).filter((slot) => slot.in === 'path');
  if (parameters.length === 0) return undefined;
  return fc
    .tuple(fc.constantFrom(...parameters), fc.constantFrom(...segments))
    .map(([slot, [what, written]]) => {
      const segment = written(encodedInUrl(slot.value));
      return { what: `${slot.name}: ${what}`, request: withParameter(valid, slot, segment) };
    });
};

/** Ways to write a parameter, given its name and a valid value; both are percent-encoded. */
const repeated: readonly (readonly [what: string, written: (name: string, value: string) => string])[] = [
  ['given twice', (name, value) => `${name}=${value}&${name}=2`],
  ['given twice, the second time empty', (name, value) => `${name}=${value}&${name}=`],
  [
    'given a hundred times',
    (name, value) =>
      Array(100)
        .fill(`${name}=${value.slice(0, 36)}`)
        .join('&'),
  ],
  ['as an array', (name, value) => `${name}[]=${value}`],
  ['as an array of encoded brackets', (name, value) => `${name}%5B%5D=${value}&${name}%5B%5D=2`],
  ['as an array with a huge index', (name, value) => `${name}[4294967295]=${value}`],
  ['as an object', (name, value) => `${name}[x]=${value}`],
  ['as an object that names a prototype', (name, value) => `${name}[__proto__][x]=${value}`],
  ['as an object nested 500 deep', (name, value) => `${name}${'[a]'.repeat(500)}=${value}`],
  ['as a value and as an object', (name, value) => `${name}=${value}&${name}[x]=${value}`],
  ['without an equals sign', (name) => name],
  ['without a value', (name) => `${name}=`],
  ['with two equals signs', (name, value) => `${name}==${value}`],
  ['in capitals', (name, value) => `${name.toUpperCase()}=${value}`],
];

/** Pieces of a query string that are malformed or don't decode to text. */
const malformed = [
  ...wordsOf('% %2 %zz %u0041 %00 %0d%0a %ff %80 %c0%80 %c0%ae %e0%80%af %ed%a0%80 %f4%90%80%80 %e2%82'),
  ...wordsOf('[] [ + = &&& ; ? __proto__=1 constructor[prototype][x]=1'),
  '<>"{}|\\^`',
];

const standings: readonly (readonly [what: string, written: (name: string, piece: string) => string])[] = [
  ['its value is', (name, piece) => `${name}=${piece}`],
  ['its name ends with', (name, piece) => `${name}${piece}=1`],
  ['replaced by', (_, piece) => piece],
];

/** A way to write a query parameter, given its name and a valid value. */
type Written = readonly [what: string, written: (name: string, value: unknown) => string];

/** Writes one of the query parameters in one of these ways. */
function inQuery(ways: fc.Arbitrary<Written>): HostileKind {
  return (operation, valid) => {
    const parameters = parameterSlots(operation, valid).filter((slot) => slot.in === 'query');
    return fc
      .tuple(fc.constantFrom(...parameters), ways)
      .map(([{ name, parameter, value }, [what, written]]) => ({
        what: `${name}: ${what}`,
        request: withQuery(valid, parameter, written(parameter, value)),
      }));
  };
}

/** A query parameter that is repeated, incomplete or written with brackets (requirement ERR-08). */
export const repeatedParameter = inQuery(
  fc
    .constantFrom(...repeated)
    .map(([what, written]): Written => [what, (name, value) => written(name, encodedInUrl(value ?? 1))]),
);

/**
 * A piece of a query string that is hard to decode, as a value, in a name or between parameters (requirement ERR-08).
 */
export const malformedQuery = inQuery(
  fc
    .tuple(fc.constantFrom(...malformed), fc.constantFrom(...standings))
    .map(([piece, [what, written]]): Written => [`${what} ${piece}`, (name) => written(name, piece)]),
);

/**
 * Methods that no operation of the contract uses, so that none of these requests calls a different operation. CONNECT
 * and TRACE are not among them: they are for proxies, and clients refuse to send them.
 */
const methods = ['HEAD', 'OPTIONS', 'PUT', 'PURGE', 'PROPFIND', 'REPORT', 'LINK'];

/** Methods without a request body. */
const bodiless = ['HEAD', 'OPTIONS'];

/** The request with a different method (requirement ERR-08). */
export const method: HostileKind = (_, valid) =>
  fc.constantFrom(...methods).map((other) => {
    const body = bodiless.includes(other) ? undefined : valid.body;
    const raw = { ...valid.raw, method: other };
    return { what: `method ${other}`, request: { ...valid, body, raw, outsideContract: true } };
  });
