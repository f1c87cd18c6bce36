import fc from 'fast-check';
import type { HostileKind } from './kind.js';
import { leadsElsewhere, parameterPlaces, withParameter } from './parameter-place.js';

/** What stands in a path in place of a parameter, by the valid value; both encoded. */
const segments: readonly (readonly [what: string, written: (value: string) => string])[] = [
  ['a step up', () => '..'],
  ['a step up, encoded', () => '%2e%2e'],
  ['a step that stays', () => '.'],
  ['a step up and an encoded slash', () => '..%2f'],
  ['steps up to another operation', () => '..%2f..%2fbrands%2f'],
  ['steps up, all encoded', () => '%2e%2e%2f%2e%2e%2f'],
  ['steps up, encoded twice', () => '%252e%252e%252f'],
  ['steps up, overlong', () => '%c0%ae%c0%ae%c0%af'],
  ['steps up to a file of the system', () => '..%2f..%2f..%2f..%2fetc%2fpasswd'],
  ['steps up with backslashes', () => '..%5c..%5c'],
  ['a step up behind a semicolon', () => '..;'],
  ['an encoded slash alone', () => '%2f'],
  ['an encoded slash behind the value', (value) => `${value}%2f`],
  ['a slash behind the value', (value) => `${value}/`],
  ['nothing', () => ''],
  ['NUL', () => '%00'],
  ['NUL behind the value', (value) => `${value}%00`],
  ['a line break behind the value', (value) => `${value}%0d%0a`],
  ['8,000 characters', () => 'a'.repeat(8000)],
  ['a number of 1,000 digits', () => '9'.repeat(1000)],
  ['a character of four bytes', () => '%f0%9f%98%80'],
  ['bytes that are no UTF-8', () => '%ff%fe'],
  ['a lone surrogate', () => '%ed%a0%80'],
  ['half an escape', () => '%'],
  ['an escape of letters', () => '%zz'],
  ['a space', () => '%20'],
  ['a space behind the value', (value) => `${value}%20`],
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
  const parameters = parameterPlaces(operation, valid).filter((place) => place.in === 'path');
  if (parameters.length === 0) return undefined;
  return fc
    .tuple(fc.constantFrom(...parameters), fc.constantFrom(...segments))
    .map(([place, [what, written]]) => {
      const segment = written(encodeURIComponent(String(place.value)));
      return {
        what: `${place.name}: ${what}`,
        request: withParameter(operation, valid, place, segment),
        outsideContract: leadsElsewhere(segment),
      };
    });
};
