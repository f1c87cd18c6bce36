import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { atStatus, inBody, inDeliveredBody, inHeader, type Place } from '../../values/place.js';
import { confirmedGaps, countQuestions, countSteps, isClosed, stepsAbout } from './file-steps.js';
import type { TargetFile } from './target-file.js';

const file: TargetFile = {
  contract: '1.3.0',
  refusal: 422,
  confirmed: ['G-09', 'G-02'],
  operations: {
    listProducts: {
      response: {
        inside: { '': 'result' },
        rename: { 'items[].status': 'state', 'items[].name': 'ti\u202etle' },
        values: { 'items[].status': { draft: 'new', active: 'live' } },
        bound: { items: { maxItems: 50 } },
        convert: { 'items[].created_at': 'epoch-seconds' },
      },
    },
    updateProductStock: { success: 202, request: { require: ['items[].sku'] } },
    updateProductStatus: { refusal: 400 },
    listReports: { response: { rename: { '[].id': 'key' } } },
  },
  errors: { 422: { type: 'application/problem+json', rename: { message: 'detail' } }, 429: { absent: [''] } },
  deliveries: { signature: 'x-signed', body: { rename: { event: 'topic' } } },
};

test('a file has a step for each path, word, status and header that it closes differently', () => {
  expect(countSteps(file)).toBe(17);
  expect(countSteps({ contract: '1.3.0' })).toBe(0);
});

type Violated = readonly [id: string, place: Place, statuses?: readonly number[], status?: number];
/** Places of violations, with the statuses that were expected there and the status of the response. */
const violated: Readonly<Record<string, Violated>> = {
  'a place in both vocabularies': [
    'listProducts',
    { ...inBody('result.items[3].state'), ours: 'items[3].status' },
  ],
  'the whole body': ['listProducts', { ...inBody('result'), ours: '' }],
  'a delivery': ['listProducts', inDeliveredBody('event')],
  'a place without a step': ['listProducts', inBody('items[0].sku')],
  'a header': ['listProducts', inHeader('content-type')],
  'an error': ['listProducts', inBody('message'), [], 422],
  'an error without a body': ['listProducts', inBody(''), [], 429],
  'a name with invisible characters': ['listProducts', inBody('items[0].name')],
  'a status that the file expects': ['updateProductStock', atStatus, [202]],
  'a refusal of one operation': ['updateProductStatus', atStatus, [400]],
};

test('a violation names the steps for its place, in either vocabulary, without invisible characters', () => {
  expectGolden('steps.txt', violated, (given) => stepsAbout(file, ...given));
});

test('a step closes its own place, but nothing else in the gap', () => {
  const closes = (path: string, keyword: string) => isClosed(file, 'listProducts', path, keyword);
  expect(closes('items[3].status', 'required')).toBe(true);
  expect(closes('', 'required')).toBe(true);
  expect(closes('items', 'maxItems')).toBe(true);
  expect(closes('items[3].created_at', 'type')).toBe(true);
  // The name is closed; the type remains an assumption.
  expect(closes('items[3].status', 'type')).toBe(false);
  // A service may use further words.
  expect(closes('items[3].status', 'enum')).toBe(false);
  expect(closes('items[3].sku', 'required')).toBe(false);
  expect(closes('items', 'minItems')).toBe(false);
});

test('the gaps that a file lists are confirmed like the configured ones, but its steps confirm none', () => {
  expect(confirmedGaps(['G-05'], file)).toEqual(['G-02', 'G-05', 'G-09']);
  expect(confirmedGaps('all', file)).toBe('all');
  expect(confirmedGaps(['G-05'], { ...file, confirmed: undefined })).toEqual(['G-05']);
  expect(confirmedGaps([], undefined)).toEqual([]);
});

test("each question counts once, even several for one place, and their candidates don't count", () => {
  expect(countQuestions(undefined)).toBe(0);
  expect(countQuestions({})).toBe(0);
  const asked = 'what is it called? Candidates, best first:\n- label (label: string, is it that?)\n- title';
  expect(countQuestions({ 'G-12': 'look at a delivery', 'listBrands response [].name': asked })).toBe(2);
  expect(
    countQuestions({ listBrands: `${asked}\nwith which status does it succeed? Nothing was seen.` }),
  ).toBe(2);
});
