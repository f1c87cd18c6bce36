import Type from 'typebox';
import { expect, test } from '#unit-test';
import * as build from './build.js';

const pairs: readonly (readonly [string, object, object])[] = [
  ['string', build.string({ minLength: 1 }), Type.String({ minLength: 1 })],
  ['number', build.number({ exclusiveMinimum: 0 }), Type.Number({ exclusiveMinimum: 0 })],
  ['integer', build.integer({ maximum: 9 }), Type.Integer({ maximum: 9 })],
  ['boolean', build.boolean(), Type.Boolean()],
  ['nothing', build.nothing(), Type.Null()],
  ['anything', build.anything(), Type.Unknown()],
  ['choice', build.choice(['a', 'b']), Type.Enum(['a', 'b'], { type: 'string' })],
  ['array', build.array(build.string(), { minItems: 1 }), Type.Array(Type.String(), { minItems: 1 })],
  ['record', build.record(build.string()), Type.Record(Type.String(), Type.String())],
  ['union', build.union([build.string(), build.integer()]), Type.Union([Type.String(), Type.Integer()])],
  ['nullable', build.nullable(build.string()), Type.Union([Type.String(), Type.Null()])],
  [
    'object',
    build.object({ a: build.string(), b: build.optional(build.integer()) }),
    Type.Object({ a: Type.String(), b: Type.Optional(Type.Integer()) }),
  ],
  ['object without required keys', build.object({}), Type.Object({})],
];

test('each constructor makes the same schema as that of TypeBox', () => {
  for (const [name, ours, theirs] of pairs)
    expect(JSON.parse(JSON.stringify(ours)), name).toEqual(JSON.parse(JSON.stringify(theirs)));
});
