import { expect, test } from '#unit-test';
import { contractVersion, parseContract } from './document.js';
import { Place } from './schema-compiler.js';

test('the contract is of the version that the service declares', () => {
  expect(contractVersion).toBe('1.3.0');
});

test('broken YAML is reported with its place', () => {
  expect(() => parseContract('openapi: 3.1.0\npaths: {')).toThrow(
    /schemas\/openapi\.yaml, line 2, column \d+: /,
  );
});

test('a document of another kind or version is refused', () => {
  expect(() => parseContract('- openapi')).toThrow('root: an object was expected');
  expect(() => parseContract('openapi: 3.0.3')).toThrow('/openapi: version 3.1 was expected');
});

test('a place follows references and names what is missing', () => {
  const document = { a: { $ref: '#/b/c~1d' }, b: { 'c/d': { name: 1 } }, dangling: { $ref: '#/nowhere' } };
  const place = new Place(document, '/a');
  expect(place.pointer).toBe('/b/c~1d');
  expect(() => place.text('name')).toThrow('/b/c~1d/name: a string was expected');
  expect(() => new Place(document, '/dangling')).toThrow('/nowhere: an object was expected');
});
