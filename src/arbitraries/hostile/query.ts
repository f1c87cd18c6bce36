import fc from 'fast-check';
import type { HostileKind } from './kind.js';
import { parameterPlaces, withQuery } from './parameter-place.js';

/** Ways to write a parameter, by its name and a valid value, both encoded. */
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
  ['as an array with an index past all bounds', (name, value) => `${name}[4294967295]=${value}`],
  ['as an object', (name, value) => `${name}[x]=${value}`],
  ['as an object that names a prototype', (name, value) => `${name}[__proto__][x]=${value}`],
  ['as an object 500 deep', (name, value) => `${name}${'[a]'.repeat(500)}=${value}`],
  ['as a value and as an object', (name, value) => `${name}=${value}&${name}[x]=${value}`],
  ['without an equals sign', (name) => name],
  ['without a value', (name) => `${name}=`],
  ['with two equals signs', (name, value) => `${name}==${value}`],
  ['in capitals', (name, value) => `${name.toUpperCase()}=${value}`],
];

/** Pieces that are no well-formed query, or that decode to no text. */
const malformed = [
  '%',
  '%2',
  '%zz',
  '%u0041',
  '%00',
  '%0d%0a',
  '%ff',
  '%80',
  '%c0%80',
  '%c0%ae',
  '%e0%80%af',
  '%ed%a0%80',
  '%f4%90%80%80',
  '%e2%82',
  '<>"{}|\\^`',
  '[]',
  '[',
  '+',
  '=',
  '&&&',
  ';',
  '?',
  '__proto__=1',
  'constructor[prototype][x]=1',
];

/** A parameter given more than once, or in brackets, or half (requirement ERR-08). */
export const repeatedParameter: HostileKind = (operation, valid) => {
  const parameters = parameterPlaces(operation, valid).filter((place) => place.in === 'query');
  return fc
    .tuple(fc.constantFrom(...parameters), fc.constantFrom(...repeated))
    .map(([{ name, parameter, value }, [what, written]]) => ({
      what: `${name}: ${what}`,
      request: withQuery(valid, parameter, written(parameter, encodeURIComponent(String(value ?? 1)))),
      outsideContract: false,
    }));
};

/** A query string that is hard to decode, as a value, as a name or between parameters (requirement ERR-08). */
export const malformedQuery: HostileKind = (operation, valid) => {
  const parameters = parameterPlaces(operation, valid).filter((place) => place.in === 'query');
  return fc
    .tuple(fc.constantFrom(...parameters), fc.constantFrom(...malformed), fc.constantFrom(...standings))
    .map(([{ name, parameter }, piece, [what, written]]) => ({
      what: `${name}: ${what} ${piece}`,
      request: withQuery(valid, parameter, written(parameter, piece)),
      outsideContract: false,
    }));
};

const standings: readonly (readonly [what: string, written: (name: string, piece: string) => string])[] = [
  ['its value is', (name, piece) => `${name}=${piece}`],
  ['its name ends with', (name, piece) => `${name}${piece}=1`],
  ['in its place stands', (_, piece) => piece],
];
