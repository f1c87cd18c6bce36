import { expect, test } from '#testing/unit-test';
import { judgedAsDescribed } from './described-responses.js';

const brand = {
  ...{ type: 'object', required: ['secret', 'id', 'name'], additionalProperties: { const: 'x' } },
  properties: {
    id: { type: 'integer' },
    name: { type: 'string', nullable: true, enum: ['a', 'b'] },
    secret: { type: 'string', writeOnly: true },
    size: { oneOf: [{ type: 'number' }, { type: 'string' }] },
    part: { $ref: '#/schemas/brand' },
  },
};
const layers = Array.from({ length: 99 }, (_, index) => [`L${index}`, { $ref: `#/schemas/L${index + 1}` }]);
const document = {
  schemas: { brand, ...Object.fromEntries(layers) },
  responses: { refusal: { content: json({ type: 'object', required: ['message'] }) } },
};
const operation = {
  responses: {
    200: { content: json({ type: 'array', items: { $ref: '#/schemas/brand' } }) },
    201: { content: json({ $ref: '#/schemas/L0' }) },
    202: {},
    203: { content: { 'text/csv': { schema: { type: 'string' } }, 'application/*': { schema: brand } } },
    206: { content: json({ prefixItems: [{ type: 'string' }], items: { type: 'integer' } }) },
    '4XX': { $ref: '#/responses/refusal' },
  },
};
const good = { id: 1, name: 'a' };

const rows: readonly (readonly [status: number, body: unknown, judged: string | undefined])[] = [
  [200, [good, { id: 2, name: null, size: 'L', more: 'x', part: good }], 'allowed'],
  [200, {}, ': an array, not an empty object'],
  [200, [good, { ...good, id: '2' }], '[1].id: an integer, not the string "2"'],
  [200, [{ ...good, name: 'c' }], '[0].name: one of: a, b, not the string "c"'],
  [200, [{ id: 1 }], '[0].name: the field to be present, not nothing'],
  [200, [{ ...good, size: true }], '[0].size: a number or a string, not the boolean true'],
  [200, [{ ...good, more: 'y' }], '[0].more: one of: x, not the string "y"'],
  [200, [{ ...good, part: { ...good, part: 1 } }], '[0].part.part: an object, not the integer 1'],
  [404, {}, 'message: the field to be present, not nothing'],
  [203, good, 'allowed'],
  [203, { id: 1 }, 'name: the field to be present, not nothing'],
  [206, ['a', 1], 'allowed'],
  // Too many layers to read, no schema, and no response.
  [201, 1, undefined],
  [202, 1, undefined],
  [500, 1, undefined],
];

test('the body of a response is judged by a description, the same each time', () => {
  for (const [status, body, says] of [...rows, ...rows]) {
    const judged = judgedAsDescribed(document, operation, { status, mediaType: 'application/json', body });
    const isAllowed = typeof judged !== 'object';
    expect(isAllowed ? judged : `${judged.path}: ${judged.expected}, not ${judged.received}`).toBe(says);
  }
});

function json(schema: object) {
  return { 'application/json': { schema } };
}
