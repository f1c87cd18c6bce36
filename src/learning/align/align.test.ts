import { expect, test } from '#testing/unit-test';
import type { JsonObject } from '../../contract/documents/document.js';
import type { BodySteps } from '../../contract/mapping/file/target-file.js';
import { bodySteps } from '../propose/proposal.js';
import { shapeOfSchema, unknownShape, withSamples } from '../survey/shape.js';
import { align } from './align.js';
import type { Direction } from './align-value.js';
import type { Vocabulary } from './resemblance.js';

const assumed = { 'x-provenance': 'assumed', 'x-gap': 'G-05' };
const text = { type: 'string', ...assumed };
const number = { type: 'number', ...assumed };
const integer = { type: 'integer', ...assumed };
const flag = { type: 'boolean', ...assumed };

/** An object with only required, assumed fields. */
const record = (properties: JsonObject) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  ...assumed,
});
const list = (items: JsonObject) => ({ type: 'array', items, ...assumed });
/** A list in pages, as the contract describes it. */
const paged = (entry: JsonObject) =>
  record({ items: list(entry), pagination: record({ per_page: integer, page: integer, total: integer }) });

interface Case {
  readonly ours: JsonObject;
  /** The target's schema; without it, only samples are known. */
  readonly theirs?: JsonObject;
  readonly samples?: readonly unknown[];
  readonly known?: Readonly<Record<string, readonly unknown[]>>;
  readonly vocabulary?: Vocabulary;
  readonly direction?: Direction;
  readonly steps?: BodySteps;
  /** Places with their candidates, best first. */
  readonly questions?: Readonly<Record<string, readonly string[]>>;
}

const boat = record({ hull_number: text, length: number, harbour: text });
const cases: Readonly<Record<string, Case>> = {
  'an identical body needs no step': { ours: paged(boat), theirs: paged(boat) },
  'names that differ only in case and separators are renamed': {
    ours: boat,
    theirs: record({ hullNumber: text, Length: number, harbour: text }),
    steps: { rename: { hull_number: 'hullNumber', length: 'Length' } },
  },
  'a list and its pages with other names are renamed by synonyms and contents': {
    ours: paged(boat),
    theirs: record({
      results: list(boat),
      paging: record({ page_size: integer, page: integer, total_count: integer }),
    }),
    steps: {
      rename: {
        items: 'results',
        pagination: 'paging',
        'pagination.per_page': 'page_size',
        'pagination.total': 'total_count',
      },
    },
  },
  'a list is inside the entries of a different list': {
    ours: record({
      harbours: list(record({ code: text })),
      berths: list(record({ label: text, depth: number })),
    }),
    theirs: record({
      harbours: list(
        record({ code: text, moorings: list(text), berths: list(record({ label: text, depth: number })) }),
      ),
    }),
    steps: { nested: { berths: 'harbours' } },
  },
  'two words stand for true and false': {
    ours: record({ enabled: flag, harbour: text }),
    theirs: record({ status: { type: 'string', enum: ['disabled', 'enabled'] }, harbour: text }),
    steps: { rename: { enabled: 'status' }, values: { enabled: { true: 'enabled', false: 'disabled' } } },
  },
  'a required field that only the target has gets a neutral word, or becomes a question': {
    ours: boat,
    direction: 'request',
    theirs: record({
      hull_number: text,
      length: number,
      harbour: text,
      reason: { type: 'string', enum: ['storm', 'other'] },
      flag: { type: 'string', enum: ['red', 'green'] },
    }),
    steps: { constant: { reason: 'other' } },
    questions: { flag: ['red', 'green'] },
  },
  'texts with two decimals are decimals, of whole units if ours counts hundredths': {
    ours: record({ length: number, cost: { ...integer, description: 'In minor units of the currency.' } }),
    samples: [{ length: '12.50', cost: '99.00' }],
    steps: { convert: { length: 'decimal', cost: 'major-decimal' } },
  },
  'a number whose description names its starting point is a time': {
    ours: record({ launch: { ...text, description: 'The launch.' } }),
    theirs: record({ launch: { type: 'integer', description: 'seconds since 1970-01-01T00:00:00Z' } }),
    steps: { convert: { launch: 'epoch-seconds' } },
  },
  'words of several parts are compared part by part': {
    ours: record({ event: { type: 'string', enum: ['order.created', 'order.updated'], ...assumed } }),
    theirs: record({ event: { type: 'string', enum: ['order.changed', 'order.placed'] } }),
    steps: { values: { event: { 'order.updated': 'order.changed', 'order.created': 'order.placed' } } },
  },
  'an object contains the whole object': {
    ours: boat,
    theirs: record({ boat }),
    steps: { inside: { '': 'boat' } },
  },
  'a list is in an object next to another field': {
    ours: list(boat),
    theirs: record({ warnings: list(text), boats: list(boat) }),
    steps: { inside: { '': 'boats' } },
  },
  'fields are in an object that only the target has': {
    ours: record({ batchRequestId: text, state: text, items: list(boat) }),
    theirs: record({ job: record({ batchRequestId: text, state: text }), items: list(boat) }),
    steps: { move: { batchRequestId: 'job.batchRequestId', state: 'job.state' } },
  },
  'fields next to an object that contains the rest are not left out': {
    ours: record({ id: text, event: text, sent: flag, message: record({}) }),
    theirs: record({ head: record({ id: text, event: text, sent: flag }), payload: record({ sku: text }) }),
    steps: {
      move: { id: 'head.id', event: 'head.event', sent: 'head.sent' },
      rename: { message: 'payload' },
    },
  },
  'the fields of an object are in the object that contains it': {
    ours: paged(boat),
    theirs: record({ items: list(boat), per_page: integer, page: integer, total: integer }),
    steps: { flat: ['pagination'] },
  },
  'an object of lists is one list on the wire': {
    ours: record({ boats: list(record({ name: text })), crews: list(record({ name: text })) }),
    samples: [
      [
        { kind: 'boats', name: 'Ada' },
        { kind: 'crews', name: 'Watch one' },
      ],
    ],
    steps: { merged: { '': 'kind' } },
  },
  'the entries of a list are rows on the wire': {
    ours: record({
      items: list(
        record({
          order_number: text,
          status: text,
          order_items: list(record({ id: integer, sku: text, vat: number })),
        }),
      ),
    }),
    theirs: record({
      items: list(
        record({ order_number: text, status: text, line_id: integer, line_sku: text, line_vat: number }),
      ),
    }),
    steps: {
      rows: { 'items[].order_items': 'order_number' },
      rename: {
        'items[].order_items[].id': 'line_id',
        'items[].order_items[].sku': 'line_sku',
        'items[].order_items[].vat': 'line_vat',
      },
    },
  },
  'known values outweigh names': {
    ours: record({ sku: text, ean: text }),
    theirs: record({ ean: text, code: text }),
    samples: [{ ean: 'ct-1-sku', code: '4006381333931' }],
    known: { sku: ['ct-1-sku'], ean: ['4006381333931'] },
    steps: { rename: { sku: 'ean', ean: 'code' } },
  },
  'a price that we sent shows that the target counts hundredths': {
    ours: record({ prices: list(record({ country_code: text, retail_price: number })) }),
    samples: [{ prices: [{ country_code: 'DE', retail_price: 8317 }] }],
    known: { 'prices[].retail_price': [83.17] },
    steps: { convert: { 'prices[].retail_price': 'minor-units' } },
  },
  'an integer for a price without further evidence is a question': {
    ours: record({ retail_price: number }),
    theirs: record({ retail_price: integer }),
    questions: { retail_price: ['minor-units', 'whole units'] },
  },
  'texts of digits and numbers of seconds are converted': {
    ours: record({ id: integer, created_at: { ...text, description: 'The date and time of it.' } }),
    samples: [{ id: '17', created_at: 1_790_000_000 }],
    steps: { convert: { id: 'text', created_at: 'epoch-seconds' } },
  },
  'words of an enumeration are found by synonyms, and by elimination': {
    ours: record({ status: { type: 'string', enum: ['open', 'shipped', 'odd'], ...assumed } }),
    theirs: record({ status: { type: 'string', enum: ['dispatched', 'new', 'zebra'] } }),
    steps: { values: { status: { open: 'new', shipped: 'dispatched', odd: 'zebra' } } },
  },
  'words that cannot be distinguished become questions': {
    ours: record({ status: { type: 'string', enum: ['red', 'green'], ...assumed } }),
    theirs: record({ status: { type: 'string', enum: ['one', 'two'] } }),
    // The second question, about green; it replaces the first, which has the same place.
    questions: { status: ['two', 'one'] },
  },
  'required fields, optional fields and bounds of a request are learned': {
    ours: {
      ...record({ items: { ...list(record({ sku: text })), maxItems: 100 }, note: text }),
      required: ['items', 'note'],
    },
    theirs: {
      type: 'object',
      required: ['items'],
      properties: {
        note: { type: 'string' },
        items: {
          type: 'array',
          maxItems: 20,
          items: { type: 'object', required: ['sku'], properties: { sku: { type: 'string', maxLength: 9 } } },
        },
      },
    },
    direction: 'request',
    steps: { bound: { 'items[].sku': { maxLength: 9 }, items: { maxItems: 20 } }, optional: ['note'] },
  },
  'a stated field keeps its name': {
    ours: {
      type: 'object',
      required: ['message'],
      properties: { message: { type: 'string', 'x-provenance': 'stated' } },
    },
    theirs: record({ error: text }),
  },
  'several similar fields are a question': {
    ours: record({ colour: text, note: text }),
    theirs: record({ alpha: text, beta: text, gamma: text }),
    questions: { colour: ['alpha', 'beta', 'gamma'], note: ['alpha', 'beta', 'gamma'] },
  },
  'a field that was not seen is not called absent': {
    ours: { ...record({ name: text, remark: text }), required: ['name'] },
    samples: [{ name: 'Ada' }],
  },
  'a required field without a counterpart is a question without candidates': {
    ours: record({ name: text, anchored: flag }),
    theirs: record({ name: text }),
    questions: { anchored: [] },
  },
  'the only remaining fields of one type match': {
    ours: record({ name: text, anchored: flag }),
    theirs: record({ name: text, zzz: flag }),
    steps: { rename: { anchored: 'zzz' } },
  },
  "the target's name for the same thing elsewhere counts as evidence": {
    ours: record({ sku: text, harbour: text }),
    theirs: record({ gizmo: text, place: text }),
    vocabulary: new Map([['sku', new Map([['gizmo', new Set(['listProducts items[].sku'])]])]]),
    steps: { rename: { sku: 'gizmo', harbour: 'place' } },
  },
  'a time that we sent is recognised as seconds since 1970': {
    ours: { ...record({ sku: text, moored_at: text }), required: ['sku'] },
    samples: [{ sku: 'ct-1-sku', depth: 4, counted: 1_790_000_000 }],
    known: { sku: ['ct-1-sku'], moored_at: ['2026-09-21T14:13:20Z'] },
    steps: { rename: { moored_at: 'counted' }, convert: { moored_at: 'epoch-seconds' } },
  },
  'a time that we sent is recognised as milliseconds, and in a different notation': {
    ours: record({ moored_at: text, left_at: text }),
    samples: [{ since: 1_790_000_000_000, until: '2026-09-21T16:13:21.000+02:00' }],
    known: { moored_at: ['2026-09-21T14:13:20Z'], left_at: ['2026-09-21T14:13:21Z'] },
    steps: { rename: { moored_at: 'since', left_at: 'until' }, convert: { moored_at: 'epoch-milliseconds' } },
  },
  'the only remaining times match, even if their types differ': {
    ours: {
      ...record({ sku: text, moored_at: { ...text, description: 'The time at which it moored.' } }),
      required: ['sku'],
    },
    theirs: {
      type: 'object',
      required: ['sku'],
      properties: {
        sku: { type: 'string' },
        counted_at: { type: 'integer', description: 'seconds since 1970-01-01T00:00:00Z' },
      },
    },
    direction: 'request',
    steps: { rename: { moored_at: 'counted_at' }, convert: { moored_at: 'epoch-seconds' } },
  },
  'a field that we sent and no answer shows is a question, even if it may be missing': {
    ours: { ...record({ sku: text, moored_at: text, depth: number }), required: ['sku'] },
    samples: [{ sku: 'ct-1-sku', zzz: 'noon' }],
    known: { sku: ['ct-1-sku'], moored_at: ['2026-09-21T14:13:20Z'] },
    questions: { moored_at: ['zzz'] },
  },
  'a field that we send and that the description lacks is a question': {
    ours: { ...record({ sku: text, berths: list(text) }), required: ['sku'] },
    theirs: record({ sku: text }),
    known: { sku: ['ct-1-sku'], 'berths[]': ['A'] },
    direction: 'request',
    questions: { berths: [] },
  },
  'the last remaining pair of fields in a request is a question, however different the two are': {
    ours: { ...record({ sku: text, moored_at: { ...text, format: 'date-time' } }), required: ['sku'] },
    theirs: {
      type: 'object',
      required: ['sku'],
      properties: { sku: { type: 'string' }, tick: { type: 'integer' } },
    },
    direction: 'request',
    questions: { moored_at: ['tick'] },
  },
  'nothing is concluded if nothing is known': { ours: paged(boat) },
};

for (const [title, { ours, theirs, samples = [], direction = 'answer', ...known }] of Object.entries(cases))
  test(title, () => {
    const { steps = {}, questions = {}, vocabulary = new Map() } = known;
    const shape = theirs === undefined ? unknownShape : shapeOfSchema({}, theirs);
    const values = new Map(Object.entries(known.known ?? {}));
    const seen = withSamples(shape, samples, theirs !== undefined);
    const context = { known: values, context: [], vocabulary };
    const found = align(shapeOfSchema({}, ours, []), seen, direction, context);
    expect(bodySteps(found.steps.map(({ step }) => step))).toEqual(steps);
    const asked = Object.fromEntries(
      found.questions.map(({ at, candidates }) => [at, candidates.map(({ answer }) => answer)]),
    );
    expect(asked).toEqual(questions);
    for (const { evidence } of found.steps) expect(evidence).not.toBe('');
  });
