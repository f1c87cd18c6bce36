import { expect, test } from '#testing/unit-test';
import { limits } from '../values/limits.js';
import { IntricateSchemas, SchemaReader } from './schema-facts.js';

test('references are followed, even circular ones', () => {
  const next = { $ref: '#/schemas/c' };
  const reader = SchemaReader.of({
    schemas: {
      a: { $ref: '#/schemas/b' },
      b: { anyOf: [{ $ref: '#/schemas/a' }, { $ref: '#/schemas/c' }] },
      c: { type: 'object', required: ['next'], properties: { next } },
      itself: { $ref: '#/schemas/itself' },
    },
  });
  expect(reader.facts({ $ref: '#/schemas/c' }).properties.get('next')).toBe(next);
  expect(reader.facts(next).required).toEqual(new Set(['next']));
  for (const $ref of ['#/schemas/itself', '#/nowhere', '#/schemas/a'])
    expect(reader.facts({ $ref }).types).toBeUndefined();
});

/** Schemas of which each refers to the next one four times: read one by one, the last of many would be read endlessly. */
function layers(count: number) {
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
  const read = (count: number) => SchemaReader.of(layers(count)).facts({ $ref: '#/schemas/a0' });
  expect(read(most).types).toEqual(new Set(['string']));
  const excess = `one of its schemas has more than ${limits.schemaLayers} layers of references and branches`;
  for (const count of [most + 1, 100_000])
    expect(() => read(count), `${count} layers`).toThrow(new IntricateSchemas(excess));
});

test('the schemas of a document are read up to the limit of steps, all together', () => {
  // Each of the branches takes two steps, and combining them takes the square of their number.
  const branches = (count: number) => ({ allOf: Array.from({ length: count }, () => ({})) });
  const most = 997;
  const excess = new IntricateSchemas(`its schemas take more than ${limits.schemaSteps} steps to read`);
  SchemaReader.of({}).facts(branches(most));
  expect(() => SchemaReader.of({}).facts(branches(most + 1))).toThrow(excess);
  const reader = SchemaReader.of({});
  for (const schema of [branches(700), branches(700)])
    for (let times = 0; times < 3; times += 1) reader.facts(schema);
  expect(() => reader.facts(branches(700))).toThrow(excess);
});

test('a schema with 200,000 parts that five others include takes too many steps', () => {
  const long = (make: (index: number) => unknown) =>
    Array.from({ length: 200_000 }, (_, index) => make(index));
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

test('the number of branches adds no layers, and keys such as __proto__ are ordinary fields', () => {
  const own: object = JSON.parse('{"__proto__":{"type":"string"}}');
  const oneOf = Array.from({ length: 150 }, () => ({ type: 'object', properties: own, required: ['a'] }));
  const facts = SchemaReader.of({}).facts({ oneOf });
  expect([...facts.properties.keys()]).toEqual(['__proto__']);
  expect(facts.required).toEqual(new Set(['a']));
  expect(SchemaReader.of({}).facts({ oneOf: [...oneOf, {}] }).required).toEqual(new Set());
});
