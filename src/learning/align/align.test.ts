import { load } from 'js-yaml';
import { expect, test } from '#testing/unit-test';
import { isJsonObject, type JsonObject } from '../../contract/documents/document.js';
import type { BodySteps } from '../../contract/mapping/file/target-file.js';
import { inFile } from '../propose/findings.js';
import { shapeOfSchema, unknownShape, withSamples } from '../survey/shape.js';
import { align } from './align.js';
import type { Direction } from './align-value.js';

interface Case {
  /** A type, the words of an enumeration, a list of one entry, an object of fields (`?`: optional), or a schema. */
  readonly ours: unknown;
  /** The target's schema; without it, only samples are known. */
  readonly theirs?: unknown;
  readonly samples?: readonly unknown[];
  readonly known?: Readonly<Record<string, readonly unknown[]>>;
  /** What the target calls our names elsewhere. */
  readonly vocabulary?: Readonly<Record<string, string>>;
  readonly direction?: Direction;
  readonly steps?: BodySteps;
  /** Places with their candidates, best first. */
  readonly questions?: Readonly<Record<string, readonly string[]>>;
}

const table = `
an identical body needs no step:
  ours: &paged
    items: [&boat { hull_number: text, length: number, harbour: text }]
    pagination: { per_page: integer, page: integer, total: integer }
  theirs: *paged
names that differ only in case and separators are renamed:
  ours: *boat
  theirs: { hullNumber: text, Length: number, harbour: text }
  steps: { rename: { hull_number: hullNumber, length: Length } }
a list and its pages with other names are renamed by synonyms and contents:
  ours: *paged
  theirs: { results: [*boat], paging: { page_size: integer, page: integer, total_count: integer } }
  steps:
    rename: { items: results, pagination: paging, pagination.per_page: page_size, pagination.total: total_count }
names with dots are renamed and moved whole:
  ours: *boat
  theirs: { hull.number: text, length: number, berth.v1: { harbour: text, mooring: text } }
  steps: { rename: { hull_number: hull.number }, move: { harbour: '["berth.v1"].harbour' } }
two words stand for true and false:
  ours: { enabled: flag, harbour: text }
  theirs: { status: disabled|enabled, harbour: text }
  steps: { rename: { enabled: status }, values: { enabled: { true: enabled, false: disabled } } }
a required field that only the target has gets a neutral word, or becomes a question:
  ours: *boat
  direction: request
  theirs: { hull_number: text, length: number, harbour: text, reason: storm|other, flag: red|green }
  steps: { constant: { reason: other } }
  questions: { flag: [red, green] }
strings with two decimals are decimals:
  ours: { length: number }
  samples: [{ length: "12.50" }]
  steps: { convert: { length: decimal } }
a number whose description names its starting point is a time:
  ours: { launch: "text: The launch." }
  theirs: { launch: "integer: seconds since 1970-01-01T00:00:00Z" }
  steps: { convert: { launch: epoch-seconds } }
words of several parts are compared part by part:
  ours: { event: order.created|order.updated }
  theirs: { event: order.changed|order.placed }
  steps: { values: { event: { order.updated: order.changed, order.created: order.placed } } }
an object contains the whole object:
  ours: *boat
  theirs: { boat: *boat }
  steps: { inside: { "": boat } }
a list is in an object next to another field:
  ours: [*boat]
  theirs: { warnings: [text], boats: [*boat] }
  steps: { inside: { "": boats } }
fields are in an object that only the target has:
  ours: { batchRequestId: text, state: text, items: [*boat] }
  theirs: { job: { batchRequestId: text, state: text }, items: [*boat] }
  steps: { move: { batchRequestId: job.batchRequestId, state: job.state } }
fields next to an object that contains the rest are not left out:
  ours: { id: text, event: text, sent: flag, message: {} }
  theirs: { head: { id: text, event: text, sent: flag }, payload: { sku: text } }
  steps: { move: { id: head.id, event: head.event, sent: head.sent }, rename: { message: payload } }
the fields of an object are in the object that contains it:
  ours: *paged
  theirs: { items: [*boat], per_page: integer, page: integer, total: integer }
  steps: { flat: [pagination] }
known values outweigh names:
  ours: { sku: text, ean: text }
  theirs: { ean: text, code: text }
  samples: [{ ean: ct-1-sku, code: "4006381333931" }]
  known: { sku: [ct-1-sku], ean: ["4006381333931"] }
  steps: { rename: { sku: ean, ean: code } }
a price that we sent shows that the target counts hundredths:
  ours: { prices: [{ country_code: text, retail_price: number }] }
  samples: [{ prices: [{ country_code: DE, retail_price: 8317 }] }]
  known: { "prices[].retail_price": [83.17] }
  steps: { convert: { "prices[].retail_price": minor-units } }
an integer for a price without further evidence is a question:
  ours: { retail_price: number }
  theirs: { retail_price: integer }
  questions: { retail_price: [minor-units, whole units] }
strings of digits and numbers of seconds are converted:
  ours: { id: integer, created_at: "text: The date and time of it." }
  samples: [{ id: "17", created_at: 1790000000 }]
  steps: { convert: { id: text, created_at: epoch-seconds } }
words of an enumeration are found by synonyms, and by elimination:
  ours: { status: open|shipped|odd }
  theirs: { status: dispatched|new|zebra }
  steps: { values: { status: { open: new, shipped: dispatched, odd: zebra } } }
words that cannot be distinguished become questions:
  ours: { status: red|green }
  theirs: { status: one|two }
  # The second question, about green; it replaces the first, which has the same place.
  questions: { status: [two, one] }
required fields, optional fields and bounds of a request are learned:
  ours: { items: { type: array, items: { sku: text }, maxItems: 100 }, note: text }
  theirs:
    items: { type: array, items: { sku: { type: string, maxLength: 9 } }, maxItems: 20 }
    note?: text
  direction: request
  steps: { bound: { "items[].sku": { maxLength: 9 }, items: { maxItems: 20 } }, optional: [note] }
a stated field keeps its name:
  ours:
    { type: object, required: [message], properties: { message: { type: string, x-provenance: stated } } }
  theirs: { error: text }
several similar fields are a question:
  ours: { colour: text, note: text }
  theirs: { alpha: text, beta: text, gamma: text }
  questions: { colour: [alpha, beta, gamma], note: [alpha, beta, gamma] }
a field that was not seen is not called absent:
  ours: { name: text, remark?: text }
  samples: [{ name: Ada }]
a required field without a counterpart is a question without candidates:
  ours: { name: text, anchored: flag }
  theirs: { name: text }
  questions: { anchored: [] }
the only remaining fields of one type match:
  ours: { name: text, anchored: flag }
  theirs: { name: text, zzz: flag }
  steps: { rename: { anchored: zzz } }
the target's name for the same thing elsewhere counts as evidence:
  ours: { sku: text, harbour: text }
  theirs: { gizmo: text, place: text }
  vocabulary: { sku: gizmo }
  steps: { rename: { sku: gizmo, harbour: place } }
a time that we sent is recognised as seconds since 1970:
  ours: { sku: text, moored_at?: text }
  samples: [{ sku: ct-1-sku, depth: 4, counted: 1790000000 }]
  known: { sku: [ct-1-sku], moored_at: ["2026-09-21T14:13:20Z"] }
  steps: { rename: { moored_at: counted }, convert: { moored_at: epoch-seconds } }
a time that we sent is recognised as milliseconds, and in a different notation:
  ours: { moored_at: text, left_at: text }
  samples: [{ since: 1790000000000, until: "2026-09-21T16:13:21.000+02:00" }]
  known: { moored_at: ["2026-09-21T14:13:20Z"], left_at: ["2026-09-21T14:13:21Z"] }
  steps: { rename: { moored_at: since, left_at: until }, convert: { moored_at: epoch-milliseconds } }
the only remaining times match, even if their types differ:
  ours: { sku: text, moored_at?: "text: The time at which it moored." }
  theirs: { sku: text, counted_at?: "integer: seconds since 1970-01-01T00:00:00Z" }
  direction: request
  steps: { rename: { moored_at: counted_at }, convert: { moored_at: epoch-seconds } }
a field that we sent and no response shows is a question, even if it may be missing:
  ours: { sku: text, moored_at?: text, depth?: number }
  samples: [{ sku: ct-1-sku, zzz: noon }]
  known: { sku: [ct-1-sku], moored_at: ["2026-09-21T14:13:20Z"] }
  questions: { moored_at: [zzz] }
a field that we send and that the description lacks is a question:
  ours: { sku: text, berths?: [text] }
  theirs: { sku: text }
  known: { sku: [ct-1-sku], "berths[]": [A] }
  direction: request
  questions: { berths: [] }
the last remaining pair of fields in a request is a question, however different the two are:
  ours: { sku: text, moored_at?: { type: string, format: date-time } }
  theirs: { sku: text, tick?: integer }
  direction: request
  questions: { moored_at: [tick] }
nothing is concluded if nothing is known:
  ours: *paged
`;

for (const [title, each] of Object.entries<Case>(Object(load(table))))
  test(title, () => {
    const {
      ours,
      theirs,
      samples = [],
      direction = 'response',
      known = {},
      steps = {},
      questions = {},
    } = each;
    const shape = theirs === undefined ? unknownShape : shapeOfSchema({}, schemaOf(theirs));
    const seen = withSamples(shape, samples, theirs !== undefined);
    const elsewhere = Object.entries(each.vocabulary ?? {}).map(
      ([name, word]) => [name, new Map([[word, new Set(['listProducts items[].sku'])]])] as const,
    );
    const found = align(shapeOfSchema({}, schemaOf(ours), []), seen, direction, {
      known: new Map(Object.entries(known)),
      context: [],
      vocabulary: new Map(elsewhere),
    });
    expect(inFile([{ place: [], steps: found.steps }])).toEqual(steps);
    const asked = Object.fromEntries(
      found.questions.map(({ at, candidates }) => [at, candidates.map(({ answer }) => answer)]),
    );
    expect(asked).toEqual(questions);
    for (const { evidence } of found.steps) expect(evidence).not.toBe('');
  });

const types: Readonly<Record<string, string>> = { text: 'string', flag: 'boolean' };

/** The schema of a value in the table, all of which is assumed unless it says otherwise. */
function schemaOf(value: unknown): JsonObject {
  const assumed = { 'x-provenance': 'assumed', 'x-gap': 'G-05' };
  if (typeof value === 'string') {
    if (value.includes('|')) return { type: 'string', enum: value.split('|'), ...assumed };
    const [, type = '', description] = /^(\w+)(?:: (.*))?$/.exec(value) ?? [];
    return { type: types[type] ?? type, ...(description && { description }), ...assumed };
  }
  if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0]), ...assumed };
  if (!isJsonObject(value)) throw new TypeError(`This is no schema: ${value}`);
  if ('type' in value)
    return {
      ...('properties' in value ? {} : assumed),
      ...value,
      ...('items' in value && { items: schemaOf(value.items) }),
    };
  const fields = Object.keys(value);
  return {
    type: 'object',
    required: fields.filter((name) => !name.endsWith('?')),
    properties: Object.fromEntries(fields.map((name) => [name.replace('?', ''), schemaOf(value[name])])),
    ...assumed,
  };
}
