import { expect, test } from '#testing/unit-test';
import { contract, type JsonObject } from '../../contract/documents/document.js';
import { operations } from '../../contract/operations.js';
import { IntricateSchemas, ReadingBudget } from '../../contract/schemas/schema-facts.js';
import { limits } from '../../contract/values/limits.js';
import { describedParts } from './parts.js';
import { shapeOfSchema, unknownShape, withSamples } from './shape.js';

const { places: most } = limits;
const tooMany = new IntricateSchemas(`its schemas have more than ${most} places`);

/** An object schema with a number of fields. */
const wide = (count: number) => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, {}])),
});

test('a schema inside itself is unknown there, so that it has only the places of its own fields', () => {
  const again = { $ref: '#/schemas/evil' };
  const evil = {
    type: 'object',
    properties: { a: again, b: { allOf: [again] }, c: { type: 'array', items: again } },
  };
  const document = { schemas: { evil } };
  // The schema, three fields and the entries of the list; the last four again inside the field that is not a reference.
  const shape = (places: number) =>
    shapeOfSchema(document, again, undefined, new ReadingBudget(places, () => 'too many'));
  expect(() => shape(8)).toThrow('too many');
  const { fields } = shape(9);
  expect([...fields.keys()]).toEqual(['a', 'b', 'c']);
  expect(fields.get('a')?.shape).toBe(unknownShape);
  expect(fields.get('c')?.shape.items).toBe(unknownShape);
});

test('schemas that refer to each other many times have too many places', () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 14 }, (_, index) => [
      `a${index}`,
      {
        type: 'object',
        properties: Object.fromEntries(
          [1, 2, 3, 4].map((step) => [`p${step}`, { $ref: `#/schemas/a${(index + step) % 14}` }]),
        ),
      },
    ]),
  );
  expect(() => shapeOfSchema({ schemas }, { $ref: '#/schemas/a0' })).toThrow(tooMany);
});

test('a pattern is a bound only if it holds for the whole value', () => {
  const code = { type: 'string', pattern: '^[A-Z]{2}$' };
  const patternOf = (schema: JsonObject) => shapeOfSchema({}, schema).bounds.pattern;
  expect(patternOf({ anyOf: [code, { type: 'null' }] })).toBe(code.pattern);
  expect(patternOf({ anyOf: [code, { type: 'string' }] })).toBeUndefined();
});

test('a description can be read up to the limit of places of all its operations together', () => {
  const read = (document: JsonObject) => describedParts({ document });
  expect(() => read(contract)).not.toThrow();
  const describing = (count: number): JsonObject => {
    const responses = { 200: { content: { 'application/json': { schema: wide(count - 1) } } } };
    const paths = Object.fromEntries(operations.map(({ path }) => [path, {}]));
    for (const { method, path } of operations)
      paths[path] = { ...paths[path], [method.toLowerCase()]: { responses } };
    return { paths };
  };
  const each = Math.floor(most / operations.length);
  expect(() => read(describing(each))).not.toThrow();
  expect(() => read(describing(each + 1))).toThrow(tooMany);
});

test('all shapes of a document share its limit of steps', () => {
  const schemas = [0, 1, 2].map(() => ({ allOf: Array.from({ length: 700 }, () => ({})) }));
  const document = { schemas };
  const read = (index: number) => shapeOfSchema(document, { $ref: `#/schemas/${index}` });
  for (const index of [0, 1, 0, 1]) read(index);
  expect(() => read(2)).toThrow(`its schemas take more than ${limits.schemaSteps} steps to read`);
});

test('responses show places up to the limit, in the order in which they were seen', () => {
  const response = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${from + index}`, { b: 1 }]));
  const { fields } = withSamples(unknownShape, [response(0, most - 10), response(most - 10, 20)], false);
  expect(fields.size).toBe(most);
  expect(fields.has(`a${most - 1}`)).toBe(true);
  // None is left for what is inside.
  expect(fields.get('a0')?.shape.fields.size).toBe(0);
  expect(withSamples(unknownShape, [response(0, most / 2)], false).fields.get('a0')?.shape.fields.size).toBe(
    1,
  );
});
