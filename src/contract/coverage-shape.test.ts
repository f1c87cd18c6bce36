import { expect, test } from '#unit-test';
import { type Shape, shapeOf } from './coverage-shape.js';
import type { JsonObject } from './document.js';

const stated = { provenance: 'stated' } as const;

function counted(schema: JsonObject, schemas: JsonObject = {}): readonly string[] {
  return all(shapeOf({ components: { schemas } }, schema, stated)).flatMap(({ counts, path }) =>
    counts ? path : [],
  );
}

function all(shape: Shape): readonly Shape[] {
  return [
    shape,
    ...[...shape.fields.values(), shape.entries, shape.others].flatMap((each) => (each ? all(each) : [])),
  ];
}

function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

test('takes the branches of allOf, oneOf and anyOf together', () => {
  const field = (name: string) => ({ properties: { [name]: { type: 'string' } } });
  const schema = {
    ...field('own'),
    allOf: [reference('A')],
    oneOf: [field('b')],
    anyOf: [field('c'), field('own')],
  };
  expect(counted(schema, { A: { allOf: [field('a')] } })).toEqual(['own', 'a', 'b', 'c']);
});

test('one field in two branches is one field that holds what both hold', () => {
  const branch = (name: string) => ({ properties: { at: { properties: { [name]: {} } } } });
  expect(counted({ oneOf: [branch('x'), branch('y')] })).toEqual(['at', 'at.x', 'at.y']);
});

test('a list or map is counted, its entries where they have no fields of their own', () => {
  const schema = {
    properties: {
      names: { items: {} },
      rows: { items: { items: {} } },
      records: { items: { properties: { id: {} } } },
      texts: { additionalProperties: {} },
      closed: { additionalProperties: false },
    },
  };
  expect(counted(schema)).toEqual([
    ...['names', 'names[]', 'rows', 'rows[][]', 'records', 'records[].id'],
    ...['texts', 'texts{}', 'closed'],
  ]);
});

test('ends at a schema that stands in itself', () => {
  const tree = {
    properties: { name: {}, children: { items: reference('Tree') }, parent: reference('Tree') },
  };
  expect(counted(reference('Tree'), { Tree: tree })).toEqual(['name', 'children', 'children[]', 'parent']);
});

test('the same schema in two places is read in both', () => {
  const schema = { properties: { from: reference('Place'), to: reference('Place') } };
  expect(counted(schema, { Place: { properties: { city: {} } } })).toEqual([
    'from',
    'from.city',
    'to',
    'to.city',
  ]);
});

test('names the values of enum, const, open strings and booleans, each with its origin', () => {
  const values = (schema: JsonObject) => [...shapeOf({}, schema, stated).values];
  const assumed = { provenance: 'assumed', gap: 'G-06' };
  expect(values({ enum: ['a', null], 'x-enum-provenance': 'assumed', 'x-enum-gap': 'G-06' })).toEqual([
    ['a', assumed],
    [null, assumed],
  ]);
  expect(values({ type: 'string', anyOf: [{ enum: ['a'] }, { type: 'string' }] })).toEqual([['a', stated]]);
  expect(values({ type: ['boolean', 'null'] })).toEqual([
    [true, stated],
    [false, stated],
  ]);
  expect(values({ type: 'boolean', const: true })).toEqual([[true, stated]]);
  expect(values({ type: 'string' })).toEqual([]);
});
