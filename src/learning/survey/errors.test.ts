import { expect, test } from '#testing/unit-test';
import { inFile } from '../propose/findings.js';
import { learnErrors, type SeenError } from './errors.js';
import type { DescribedError } from './parts.js';
import { shapeOfSchema } from './shape.js';

const json = (body: unknown, type = 'application/json'): SeenError => ({ type, isEmpty: false, json: body });
const page: SeenError = { type: 'text/html', isEmpty: false, json: undefined };
const described = (type: string, properties?: object): DescribedError => ({
  type,
  ...(properties && { shape: shapeOfSchema({}, { type: 'object', properties }) }),
});
const text = { type: 'string' };

const problem = 'application/problem+json';
const infos = ['items is missing', 'url is missing'].map((info) => json({ heading: 'Not valid', info }));
const detailed = described(problem, { title: text, detail: text, instance: text });

/** The facts learned from responses with 422, and from their description. */
const table: readonly (readonly [
  title: string,
  seen: readonly SeenError[],
  learned: object | undefined,
  ...described: readonly DescribedError[],
])[] = [
  ['a message is as assumed', [json({ message: 'No', code: 7 })], undefined],
  [
    'a detail that is only described is not the message of a problem that shows another text',
    [json({ title: 'items is missing' }, problem), json({ title: 'url is missing' }, problem)],
    { type: problem, rename: { message: 'title' } },
    detailed,
  ],
  [
    'the only sentence is the message',
    [json({ error: 'invalid_request', info: 'items is missing' })],
    { rename: { message: 'info' } },
  ],
  [
    'of two sentences, the one that differs from error to error is the message',
    infos,
    { rename: { message: 'info' } },
  ],
  [
    'a message in an object has moved',
    [json({ error: { code: 7, message: 'items is missing' } })],
    { move: { message: 'error.message' } },
  ],
  ['seen bodies outweigh described ones', [json({ message: 'No' })], undefined, described('text/html')],
];

for (const [title, seen, learned, ...described] of table)
  test(`of an error, ${title}`, () => {
    const errors = learnErrors(new Map([[422, seen]]), new Map([[422, described]]));
    expect(errors.flatMap(({ questions }) => questions)).toEqual([]);
    expect(inFile(errors).errors?.[422]).toEqual(learned);
  });

test('several possible strings for the message are a question', () => {
  const body = { caption: 'Not valid', info: 'items is missing' };
  const [found] = learnErrors(new Map([[422, [json(body)]]]), new Map());
  expect(found?.steps).toEqual([]);
  expect(found?.questions.flatMap(({ candidates }) => candidates.map(({ answer }) => answer))).toEqual([
    'caption',
    'info',
  ]);
});

test('learning skips errors whose body the description shows', () => {
  const seen = new Map([400, 401, 404, 500].map((status) => [status, [page]]));
  expect(learnErrors(seen, new Map())).toEqual([]);
});

test('names and media types that no file could contain are left out', () => {
  const body = { 'a.b': { c: 'items is missing' }, '': 'url is missing' };
  const found = learnErrors(new Map([[422, [json(body, 'no type; {')]]]), new Map());
  expect(inFile(found).errors).toEqual({ 422: { absent: ['message'] } });
});
