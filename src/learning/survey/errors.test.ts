import { expect, test } from '#testing/unit-test';
import { parseTargetFile } from '../../contract/mapping/file/read-target-file.js';
import { targetYaml } from '../propose/target-yaml.js';
import { type DescribedError, errorsOf, learnErrors, type SeenError } from './errors.js';
import { shapeOfSchema } from './shape.js';

const json = (body: unknown, type = 'application/json'): SeenError => ({ type, isEmpty: false, json: body });
const empty: SeenError = { type: '', isEmpty: true, json: undefined };
const page: SeenError = { type: 'text/html', isEmpty: false, json: undefined };
const described = (type: string, properties?: object): DescribedError => ({
  type,
  ...(properties && { shape: shapeOfSchema({}, { type: 'object', properties }) }),
});
const text = { type: 'string' };

/** The facts learned from answers with 422, and from their description. */
const table: readonly {
  readonly title: string;
  readonly seen?: readonly SeenError[];
  readonly described?: readonly DescribedError[];
  readonly learned: object | undefined;
}[] = [
  { title: 'a message is as assumed', seen: [json({ message: 'No', code: 7 })], learned: undefined },
  {
    title: 'a message in a problem has a different media type',
    seen: [json({ message: 'No' }, 'application/problem+json')],
    learned: { type: 'application/problem+json' },
  },
  {
    title: 'the detail of a problem is its message',
    described: [described('application/problem+json', { title: text, detail: text, instance: text })],
    learned: { type: 'application/problem+json', rename: { message: 'detail' } },
  },
  {
    title: 'the only sentence is the message',
    seen: [json({ error: 'invalid_request', info: 'items is missing' })],
    learned: { rename: { message: 'info' } },
  },
  {
    title: 'of two sentences, the one that differs from error to error is the message',
    seen: ['items is missing', 'url is missing'].map((info) => json({ heading: 'Not valid', info })),
    learned: { rename: { message: 'info' } },
  },
  {
    title: 'a message in an object has moved',
    seen: [json({ error: { code: 7, message: 'items is missing' } })],
    learned: { move: { message: 'error.message' } },
  },
  {
    title: 'a list of texts is the message',
    seen: [json({ errors: ['items is missing', 'url is missing'] })],
    learned: { rename: { message: 'errors' }, convert: { message: 'list' } },
  },
  {
    title: 'an object without a text has no message',
    seen: [json({ errors: [{ field: 'items', code: 7 }] })],
    learned: { absent: ['message'] },
  },
  { title: 'an empty body has no message', seen: [empty], learned: { absent: [''] } },
  { title: 'an HTML page is not an object', seen: [page], learned: { type: 'text/html', absent: [''] } },
  {
    title: 'seen bodies outweigh described ones',
    seen: [json({ message: 'No' })],
    described: [described('text/html')],
    learned: undefined,
  },
  {
    title: 'JSON without any description is as assumed',
    described: [described('application/json')],
    learned: undefined,
  },
];

for (const { title, learned, ...known } of table)
  test(`of an error, ${title}`, () => {
    const found = learnErrors(new Map([[422, known.seen ?? []]]), new Map([[422, known.described ?? []]]));
    expect(found.flatMap(({ questions }) => questions)).toEqual([]);
    expect(errorsOf(found)?.[422]).toEqual(learned);
    const file = targetYaml({
      name: 'shop',
      operations: [],
      errors: found,
      deliveries: { steps: [], questions: [] },
    });
    expect(parseTargetFile(file, 'targets/shop.yaml').file.errors?.[422]).toEqual(learned);
  });

test('several possible texts for the message are a question', () => {
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
  const [found] = learnErrors(new Map([[422, [json(body, 'no type; {')]]]), new Map());
  expect([found?.type, found?.steps.map(({ step }) => step)]).toEqual([
    undefined,
    [{ kind: 'absent', at: 'message' }],
  ]);
});
