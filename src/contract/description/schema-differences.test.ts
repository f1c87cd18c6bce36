import { expectGolden } from '#testing/golden';
import { test } from '#testing/unit-test';
import type { JsonObject } from '../documents/document.js';
import { identity } from '../mapping/translation.js';
import { SchemaReader } from '../schemas/schema-facts.js';
import { writePath } from '../values/path.js';
import { bodyDifferences } from './schema-differences.js';

const stated = { 'x-provenance': 'stated' };
const assumed = { 'x-provenance': 'assumed', 'x-gap': 'G-11' };
const text = { type: 'string', ...stated };
const requiredGap = { 'x-required-provenance': 'assumed', 'x-required-gap': 'G-02' };

/** The differences that the comparison finds, each as `place: contract | described (gaps)`. */
function listed(contract: JsonObject, schema: JsonObject, part: 'request body' | 'response body') {
  const reader = SchemaReader.of({});
  const bodies = { contract: reader, described: reader, schema, place: { part, path: [] }, words: identity };
  return bodyDifferences({ ...bodies, steps: [] }, contract, []).map(
    ({ place, demand, described, gaps }) =>
      `${`the body ${writePath(place.path)}`.trimEnd()}: ${demand} | ${described} (${gaps.join(', ')})`,
  );
}

const required = { ...text, ...requiredGap };
const optional = { ...fields({ a: required, b: text }), required: ['a'] };
const assumedB = fields({ a: text, b: { ...text, ...assumed } });
const both = fields({ a: text, b: text });

/** Schemas of the contract and of a description, by what the second one has. */
const schemas: Readonly<Record<string, readonly [contract: JsonObject, described: JsonObject]>> = {
  'another type, which responses show': [text, { type: 'integer' }],
  'a different order of fields': [both, fields({ b: text, a: text })],
  'both fields, in allOf': [both, { allOf: [fields({ a: text }), fields({ b: text })] }],
  'a further field': [fields({ a: text }), { ...both, required: ['a'] }],
  'no such field': [assumedB, fields({ a: text })],
  'no such optional field': [optional, fields({ a: text })],
  'an optional field': [fields({ a: required }), { ...fields({ a: text }), required: [] }],
  // It is optional by assumption, because of a gap that its neighbour names.
  'a required field': [optional, both],
  'a required field that the contract does not have': [fields({ a: text }), both],
  'no such field of a stated object': [
    { ...fields({ a: fields({ b: text }) }), ...assumed },
    fields({ a: { type: 'object' } }),
  ],
};

test('the differences between two schemas of responses and of requests', () => {
  expectGolden('schema-differences.txt', schemas, (pair) => ({
    response: listed(...pair, 'response body'),
    request: listed(...pair, 'request body'),
  }));
});

/** An object schema with all fields required. */
function fields(properties: Readonly<Record<string, JsonObject>>): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), ...stated };
}
