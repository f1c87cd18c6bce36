import { validateHeaderName, validateHeaderValue } from 'node:http';
import fc from 'fast-check';
import { assertLaws } from '#testing/laws';
import { expect, test } from '#testing/unit-test';
import { operation } from '../../contract/operations.js';
import { malformedJson } from '../hostile/bodies.js';
import { invalidBatchBody } from '../invalid/requests.js';
import { type MisplacedKey, misplacedKeys } from './api-key.js';
import { type Id, unknownId, unknownZero } from './identifiers.js';
import { malformedBatchRequestId, pageOutOfBounds } from './parameters.js';
import { pastInTheEast, pastMoment, stockItem } from './update-items.js';
import { webhookSubscription } from './webhook-subscription.js';

const isSaid = (what: string) => /^[\x20-\x7e]{5,160}$/.test(what);

/** Known ids of a form, and the form of unknown ones. */
const forms: readonly (readonly [name: string, known: readonly Id[], like: (id: Id) => boolean])[] = [
  ['a UUID', ['0f8fad5b-d9cb-469f-a165-70867728950e'], isUuid],
  ['no known id', [], isUuid],
  ['an integer', [3, 17], (id) => isBetween(id, 17 + 100_000_000, 2 ** 31 - 1)],
  ['a large integer', [2 ** 31 - 5], (id) => isBetween(id, 2 ** 31 + 90_000_000, 2 ** 32)],
  ['an integer as text', ['000000012345'], (id) => /^00\d{10}$/.test(String(id)) && Number(id) > 100_000_000],
  ['a number past 2^53 as text', ['90071992547409930'], (id) => /^9007199\d{10}$/.test(String(id))],
  ['a string with digits', ['SB-2024-000017'], (id) => /^[A-Z]{2}-[A-Z]{4}-[A-Z]{6}$/.test(String(id))],
  ['a word and a number', ['pos_30000001', 'pos_7'], (id) => /^pos_[1-9]\d{8,9}$/.test(String(id))],
  ['a word and hexadecimal digits', ['rpt_44cddff095c741a0'], (id) => /^rpt_[0-9a-f]{16}$/.test(String(id))],
  ['a short text', ['r1'], (id) => /^[a-z][A-Z][a-z]{10}$/.test(String(id))],
  [
    'several forms',
    [7, 'report-2024-01'],
    (id) => typeof id === 'number' || /^[a-z]{6}-[A-Z]{4}-[A-Z]{2}$/.test(id),
  ],
];

for (const [name, known, like] of forms) {
  test(`an unknown id has the form of the known ones: ${name}`, () => {
    assertLaws(
      () => unknownId(known),
      (id) => (!known.includes(id) && like(id) ? undefined : 'a known id, or a different form'),
    );
  });
}

test('0 is an unknown id if every known id is an integer above it', () => {
  expect(unknownZero([3, 17])).toBe(0);
  for (const known of [[], [0, 1], [-1, 2], ['3', '17'], [3, 'report-2024-01']])
    expect(unknownZero(known)).toBeUndefined();
});

const valid = 'sk-Live/0a1B 2c3D';

test('a misplaced key is in places of one kind, never in X-API-Key, and its label shows no key', () => {
  expect(misplacedKeys(valid).flatMap((each) => problemOfPlace(each) ?? [])).toEqual([]);
});

function problemOfPlace({ query, headers = {}, written, label }: MisplacedKey): string | undefined {
  const all = Object.entries(headers);
  if ((all.length === 0) === (query === undefined)) return 'not in one kind of place';
  for (const [name, value] of all) {
    if (name.toLowerCase() === 'x-api-key') return 'in the right header';
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  if (label.includes(valid) || label.includes(written)) return 'a label that shows the key';
  const text = query ?? all.map(([, value]) => value).join();
  const read = [decodeURIComponent(written), Buffer.from(written, 'base64').toString()];
  return text.includes(written) && read.some((key) => [valid, `${valid}:`].includes(key))
    ? undefined
    : 'a different key';
}

for (const parameter of ['page', 'per_page'] as const) {
  test(`pageOutOfBounds keeps ${parameter} out of its bounds`, () => {
    const isWithin = (value: string) => /^(100|[1-9]\d?)$/.test(value);
    // A target may accept an integer in a different notation, and a page past 100 may exist.
    const mayPass =
      parameter === 'page' ? /^(\d+\.0*|[1-9]\d*|\d+[a-z_]\d+|)$/i : /^(\d+\.0*|\d+[a-z_]\d+|)$/i;
    assertLaws(
      () => pageOutOfBounds(parameter),
      (value) => (isWithin(value) || mayPass.test(value) ? 'may be within' : undefined),
    );
    const drawn = fc.sample(pageOutOfBounds(parameter), { seed: 1, numRuns: 500 });
    for (const value of ['0', '-1', 'NaN', '1,5']) expect(drawn).toContain(value);
    expect(drawn.includes('101')).toBe(parameter === 'per_page');
  });
}

test('no lenient parser of UUIDs accepts a malformed batch id', () => {
  assertLaws(
    () => malformedBatchRequestId('0f8fad5b-d9cb-469f-a165-70867728950e'),
    ({ request, what, gaps = [] }) => {
      const given = request.query?.batch_request_id;
      if (!isSaid(what) || gaps.join() !== (Array.isArray(given) ? 'G-15' : ''))
        return `${what}, ${gaps.join()}`;
      if (Array.isArray(given)) return given[0] === given[1] ? 'the same id twice' : undefined;
      const digits = String(given ?? '')
        .replace(/^urn:uuid:/i, '')
        .replaceAll(/[-{}]/g, '');
      return /^[0-9a-f]{32}$/i.test(digits) ? `${given} may pass for a UUID` : undefined;
    },
  );
});

test('a body is never cut off within an id: its first digits could be another id', () => {
  const valid = { items: [{ order_items: [30_000_001], sku: 'a7' }] };
  const bodies = [
    invalidBatchBody(valid),
    malformedJson(operation('shipOrderItems'), { body: valid }),
  ].flatMap((drawn) => fc.sample(drawn ?? fc.constant(undefined), { seed: 1, numRuns: 1000 }));
  const cut = bodies.flatMap((each) =>
    each?.what.includes('cut off') ? Buffer.from(each.request.raw?.body ?? '').toString() : [],
  );
  expect(new Set(cut.map((text) => /\d+/.exec(text)?.[0]))).toEqual(new Set([undefined, '30000001']));
});

test('stock updates reach both bounds, and past times are in the past whatever their offset', () => {
  const quantities = fc
    .sample(stockItem(['sku-1']), { seed: 1, numRuns: 300 })
    .map(({ quantity }) => quantity);
  expect([Math.min(...quantities), Math.max(...quantities)]).toEqual([0, 1_000_000]);
  const now = Date.parse('2026-03-01T12:00:00Z');
  const moments = fc.sample(pastMoment(now), { seed: 1, numRuns: 300 });
  expect(now - Math.max(...moments.map(Date.parse))).toBeGreaterThanOrEqual(3_600_000);
  expect(moments.some((moment) => moment > new Date(now).toISOString())).toBe(true);
  const east = pastInTheEast(now);
  expect(Date.parse(east)).toBe(now - 3_600_000);
  expect(Date.parse(east.replace(/[+-]\d\d:\d\d$/, 'Z'))).toBeGreaterThan(now);
});

test('subscriptions reach the bounds of their fields', () => {
  const events = ['order.created', 'stock.updated', 'product_master.status_updated'];
  const drawn = fc.sample(webhookSubscription(events, 'run-7-'), { seed: 1, numRuns: 300 });
  const isOwn = ({ url, description = 'run-7-' }: (typeof drawn)[number]) =>
    url.includes('run-7-') &&
    description.trimStart().startsWith('run-7-') &&
    /(^|\.)(invalid|example\.(com|org|net))$/.test(new URL(url).hostname);
  expect(drawn.filter((each) => !isOwn(each))).toEqual([]);
  expect(Math.max(...drawn.map(({ url }) => url.length))).toBe(2083);
  expect(Math.max(...drawn.map(({ description = '' }) => description.length))).toBe(1000);
  expect(new Set(drawn.map(({ events: chosen }) => chosen.length))).toEqual(new Set([1, 2, 3]));
});

function isUuid(id: Id): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(String(id));
}

function isBetween(id: Id, least: number, most: number): boolean {
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= least && id <= most;
}
