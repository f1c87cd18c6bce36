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
  },
  errors: { 422: { type: 'application/problem+json', rename: { message: 'detail' } }, 429: { absent: [''] } },
  deliveries: { signature: 'x-signed', body: { rename: { event: 'topic' } } },
};

test('a file has a step for each path, word, status and header that it closes differently', () => {
  expect(countSteps(file)).toBe(16);
  expect(countSteps({ contract: '1.3.0' })).toBe(0);
});

test('a violation names the steps for its place, in either vocabulary', () => {
  const renamed = [
    'operations.listProducts.response.rename, items[].status: state',
    'operations.listProducts.response.values, items[].status: {"draft":"new","active":"live"}',
  ];
  const at = (place: Place) => stepsAbout(file, 'listProducts', place);
  expect(at({ ...inBody('result.items[3].state'), ours: 'items[3].status' })).toEqual(renamed);
  expect(at(inBody('items[0].status'))).toEqual(renamed);
  expect(at({ ...inBody('result'), ours: '' })).toEqual([
    'operations.listProducts.response.inside, "": result',
  ]);
  expect(at(inDeliveredBody('event'))).toEqual(['deliveries.body.rename, event: topic']);
  expect(at(inBody('items[0].sku'))).toEqual([]);
  expect(at(inHeader('content-type'))).toEqual([]);
  const atError = (path: string, status: number) =>
    stepsAbout(file, 'listProducts', inBody(path), [], status);
  expect(atError('message', 422)).toEqual(['errors.422.rename, message: detail']);
  expect(atError('', 429)).toEqual(['errors.429.absent, ""']);
  expect(atError('message', 404)).toEqual([]);
  expect(stepsAbout(file, 'listBrands', inBody('[0].id'))).toEqual([]);
  const list: TargetFile = {
    contract: '1.3.0',
    operations: { listBrands: { response: { rename: { '[].id': 'key' } } } },
  };
  expect(stepsAbout(list, 'listBrands', inBody('[0].id'))).toEqual([
    'operations.listBrands.response.rename, [].id: key',
  ]);
});

test('a violation of a status names the step only if the file makes that status the expected one', () => {
  const about = (id: string, ...statuses: readonly number[]) => stepsAbout(file, id, atStatus, statuses);
  expect(about('updateProductStock', 202)).toEqual(['operations.updateProductStock.success: 202']);
  expect(about('updateProductStock', 401)).toEqual([]);
  expect(about('updateProductPrices', 422)).toEqual(['refusal: 422']);
  expect(about('updateProductStatus', 400)).toEqual(['operations.updateProductStatus.refusal: 400']);
});

test("a step never shows a target's invisible characters", () => {
  expect(stepsAbout(file, 'listProducts', inBody('items[0].name'))).toEqual([
    'operations.listProducts.response.rename, items[].name: "ti\\u202etle"',
  ]);
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
  const asked =
    'what is it called? Candidates, best first:\n- label (label: string, is it that?)\n- title (seen once)';
  expect(countQuestions({ 'G-12': 'look at a delivery', 'listBrands response [].name': asked })).toBe(2);
  expect(
    countQuestions({
      listBrands: `${asked}\nwith which status does it succeed? Nothing that was seen could be it.`,
    }),
  ).toBe(2);
});
