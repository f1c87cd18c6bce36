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
names with dots are renamed and moved whole:
  ours: *boat
  theirs: { hull.number: text, length: number, berth.v1: { harbour: text, mooring: text } }
  steps: { rename: { hull_number: hull.number }, move: { harbour: '["berth.v1"].harbour' } }
two words for true and false are a question:
  ours: { enabled: flag, harbour: text }
  theirs: { enabled: "no|yes", harbour: text }
  questions: { enabled: ["no", "yes"] }
a required field that only the target has becomes a question:
  ours: *boat
  direction: request
  theirs: { hull_number: text, length: number, harbour: text, flag: red|green }
  questions: { flag: [red, green] }
strings with two decimals are decimals:
  ours: { length: number }
  samples: [{ length: "12.50" }]
  steps: { convert: { length: decimal } }
a number whose description names its starting point is a time:
  ours: { launch: "text: The launch." }
  theirs: { launch: "integer: seconds since 1970-01-01T00:00:00Z" }
  steps: { convert: { launch: epoch-seconds } }
a list is in an object next to another field:
  ours: [*boat]
  theirs: { warnings: [text], boats: [*boat] }
  steps: { inside: { "": boats } }
fields next to an object that contains the rest are not left out:
  ours: { id: text, event: text, sent: flag, message: {} }
  theirs: { head: { id: text, event: text, sent: flag }, payload: { sku: text } }
  steps: { move: { id: head.id, event: head.event, sent: head.sent } }
  questions: { message: [payload] }
the fields of an object are in the object that contains it:
  ours: *paged
  theirs: { items: [*boat], per_page: integer, page: integer, total: integer }
  steps: { flat: [pagination] }
words of an enumeration are found by synonyms, and the others become questions:
  ours: { status: open|shipped|odd }
  theirs: { status: dispatched|new|zebra }
  steps: { values: { status: { open: new, shipped: dispatched } } }
  questions: { status: [zebra] }
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
the target's name for the same thing elsewhere counts as evidence:
  ours: { sku: text, harbour: text }
  theirs: { gizmo: text, harbour: text }
  vocabulary: { sku: gizmo }
  steps: { rename: { sku: gizmo } }
a time that we sent is recognised as milliseconds, and in a different notation:
  ours: { moored_at: text, left_at: text }
  samples: [{ since: 1790000000000, until: "2026-09-21T16:13:21.000+02:00" }]
  known: { moored_at: ["2026-09-21T14:13:20Z"], left_at: ["2026-09-21T14:13:21Z"] }
  steps: { rename: { moored_at: since, left_at: until }, convert: { moored_at: epoch-milliseconds } }
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
