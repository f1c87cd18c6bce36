import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import type { JsonObject } from '../documents/document.js';
import { identity } from '../mapping/translation.js';
import { IntricateSchemas, SchemaReader } from '../schemas/schema-facts.js';
import { limits } from '../values/limits.js';
import { writePath } from '../values/path.js';
import { SchemaComparison } from './schema-differences.js';

const stated = { 'x-provenance': 'stated' };
const assumed = { 'x-provenance': 'assumed', 'x-gap': 'G-11' };
const text = { type: 'string', ...stated };
const requiredGap = { 'x-required-provenance': 'assumed', 'x-required-gap': 'G-02' };

/** The differences that the comparison finds, each as `place: contract | described (gaps)`. */
function listed(
  contract: JsonObject,
  described: unknown,
  direction: 'request' | 'response' = 'response',
  document: JsonObject = {},
): readonly string[] {
  const words = { ...identity, steps: [] };
  const readers = [SchemaReader.of({}), SchemaReader.of(document)] as const;
  const comparison = new SchemaComparison(...readers, words, direction);
  const pair = { place: { part: 'request body', path: [] }, contract, described, around: [] } as const;
  return comparison
    .differences(pair)
    .map(
      ({ place, demand, described: theirs, gaps }) =>
        `${`the body ${writePath(place.path)}`.trimEnd()}: ${demand} | ${theirs} (${gaps.join(', ')})`,
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
    response: listed(...pair, 'response'),
    request: listed(...pair, 'request'),
  }));
});

test('references are followed, even circular ones', () => {
  const document = {
    schemas: {
      a: { $ref: '#/schemas/b' },
      b: { anyOf: [{ $ref: '#/schemas/a' }, { $ref: '#/schemas/c' }] },
      c: { type: 'object', required: ['next'], properties: { next: { $ref: '#/schemas/c' } } },
      itself: { $ref: '#/schemas/itself' },
    },
  };
  const twice = fields({ next: fields({ next: { type: 'object', ...stated } }) });
  expect(listed(twice, { $ref: '#/schemas/c' }, 'response', document)).toEqual([]);
  for (const $ref of ['#/schemas/itself', '#/nowhere'])
    expect(listed(text, { $ref }, 'response', document)).toEqual([]);
});

/** Schemas of which each refers to the next one four times: read one by one, the last of many would be read endlessly. */
function layers(count: number): JsonObject {
  const schemas = Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const next = { $ref: `#/schemas/a${index + 1}` };
      return [`a${index}`, { allOf: [next, next], anyOf: [next, next], properties: { a: next } }];
    }),
  );
  return { schemas: { ...schemas, [`a${count}`]: { type: 'string' } } };
}

test('a schema in many layers is read once for each reference, up to the limit of layers', () => {
  // A layer is a reference and its target; the last target has no further ones.
  const most = limits.schemaLayers / 2 - 1;
  const read = (count: number) => listed(text, { $ref: '#/schemas/a0' }, 'response', layers(count));
  expect(read(most)).toEqual([]);
  const excess = `one of its schemas has more than ${limits.schemaLayers} layers of references and branches`;
  for (const count of [most + 1, 300, 100_000])
    expect(() => read(count), `${count} layers`).toThrow(new IntricateSchemas(excess));
  const reader = SchemaReader.of(layers(300));
  for (let times = 0; times < 3; times += 1)
    expect(() => reader.facts({ $ref: '#/schemas/a0' })).toThrow(IntricateSchemas);
});

test('the schemas of a document are read up to the limit of steps, all together', () => {
  // Each of the branches takes two steps, and combining them takes the square of their number.
  const branches = (count: number) => ({ allOf: Array.from({ length: count }, () => ({})) });
  const steps = (count: number) => 2 * count + (count + 1) * (count + 2);
  const most = 997;
  expect(steps(most)).toBeLessThanOrEqual(limits.schemaSteps);
  expect(steps(most + 1)).toBeGreaterThan(limits.schemaSteps);
  const excess = new IntricateSchemas(`its schemas take more than ${limits.schemaSteps} steps to read`);
  SchemaReader.of({}).facts(branches(most));
  expect(() => SchemaReader.of({}).facts(branches(most + 1))).toThrow(excess);
  const reader = SchemaReader.of({});
  const schemas = [branches(700), branches(700), branches(700)];
  const [first] = schemas.map((schema) => schema);
  for (let times = 0; times < 3; times += 1) reader.facts(first);
  reader.facts(schemas[1]);
  expect(() => reader.facts(schemas[2])).toThrow(excess);
});

const long = (make: (index: number) => unknown) => Array.from({ length: 200_000 }, (_, index) => make(index));

test('a schema with 200,000 parts that five others include takes too many steps', () => {
  for (const wide of [
    { anyOf: long((index) => ({ const: index })) },
    { properties: Object.fromEntries(long((index) => [`a${index}`, {}]) as []) },
    ...['required', 'enum', 'type'].map((keyword) => ({ [keyword]: long((index) => `a${index}`) })),
  ]) {
    const reader = SchemaReader.of({ schemas: { wide } });
    const readAll = () => Array.from({ length: 5 }, () => reader.facts({ $ref: '#/schemas/wide' }));
    expect(readAll, Object.keys(wide).join()).toThrow(IntricateSchemas);
  }
});

test('the number of branches adds no layers, and each counts', () => {
  const branches = (count: number) => ({
    oneOf: Array.from({ length: count }, (_, index) =>
      fields({ a: { type: 'string' }, [`b${index}`]: text }),
    ),
  });
  const contract = fields({ a: text });
  expect(listed(contract, branches(150))).toEqual([]);
  const { oneOf } = branches(150);
  expect(listed(contract, { oneOf: [...oneOf, fields({ b: text })] })).toEqual([
    'the body a: require | an optional field ()',
  ]);
});

test('a comparison lists a limited number of further required fields', () => {
  const further = (count: number) =>
    fields(
      Object.fromEntries([['a', text], ...Array.from({ length: count }, (_, index) => [`b${index}`, text])]),
    );
  const { furtherNames: most } = limits;
  for (const count of [most, most + 1, 1000])
    expect(listed(fields({ a: text }), further(count), 'request')).toHaveLength(most);
});

test('keys such as __proto__ are ordinary fields', () => {
  const described: unknown = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}');
  expect(listed(fields({ toString: text }), described)).toEqual([
    'the body toString: declare | no such field ()',
  ]);
  expect(({} as JsonObject).type).toBeUndefined();
});

/** An object schema with all fields required. */
function fields(properties: Readonly<Record<string, JsonObject>>): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), ...stated };
}
