import { expect, test } from '#testing/unit-test';
import { operation, operations } from './operations.js';
import {
  acceptedWith,
  gapsOfRequest,
  gapsOfResponse,
  gapsOfStatus,
  gapsOfUndocumented,
  leavesResponseOpen,
  mayRefuseWith,
  refusalStatuses,
} from './unspecified.js';

const isStatusResults = ({ operationId }: { readonly operationId: string }) =>
  operationId === 'getStatusResults';

/** An operation, the acceptable statuses, the actual status, and the gaps that leave it open. */
const statuses: readonly (readonly [
  operationId: string,
  expected: readonly number[],
  status: number,
  gaps: readonly string[],
  items?: number,
])[] = [
  // The description states everything about the status results (clause 4.4).
  ['getStatusResults', [200], 202, []],
  ['getStatusResults', [200], 422, []],
  ['getStatusResults', [400], 422, []],
  ['getStatusResults', [404], 400, []],
  // For the rejected products it states 200 and the parameters (clause 4.5), but not the refusal.
  ['listRejectedProducts', [200], 204, []],
  ['listRejectedProducts', [200], 422, []],
  ['listRejectedProducts', [400], 422, ['G-15']],
  ['listRejectedProducts', [400], 200, []],
  // Elsewhere it shows no success status, ...
  ['upsertProducts', [200], 202, ['G-09']],
  ['deleteWebhook', [204], 200, ['G-13']],
  ['listProducts', [200], 204, ['G-08']],
  // ... nor what makes a request valid, except for status items, ...
  ['upsertProducts', [200], 422, ['G-02', 'G-03']],
  ['upsertProducts', [200], 422, ['G-02', 'G-03', 'G-16'], 3],
  ['updateProductStock', [200], 400, ['G-11']],
  ['updateProductStatus', [200], 400, []],
  ['updateProductStatus', [200], 400, ['G-16'], 3],
  ['listProducts', [200], 400, ['G-08']],
  ['getStockResults', [404], 400, ['G-11']],
  // ... nor the status of a refusal.
  ['upsertProducts', [400], 422, ['G-15']],
  ['updateProductStatus', [400], 409, ['G-15']],
  ['getStockResults', [400, 404], 422, ['G-15']],
  ['listRejectedProducts', [400], 404, ['G-15']],
  ['listRejectedProducts', [400], 416, ['G-15']],
  ['getStockResults', [400], 404, ['G-15']],
  ['getStatusResults', [400], 404, []],
  // A redirect may lead to a response that the description doesn't show.
  ['getDeliveryDocument', [200], 302, ['G-11']],
  ['listRejectedProducts', [200], 302, []],
  ['getStatusResults', [200], 302, []],
  ['upsertProducts', [400], 302, []],
  ['getStockResults', [404], 302, []],
  // A request may need something that the description doesn't show, such as a media type or a length.
  ['listBrands', [200], 406, ['G-11']],
  ['upsertProducts', [200], 411, ['G-02', 'G-03']],
  // No gap excuses an accepted invalid request.
  ['upsertProducts', [400], 200, []],
  ['upsertProducts', [401], 200, []],
  // The statuses for keys, paths, limits and server errors are not open.
  ['upsertProducts', [200], 401, []],
  ['upsertProducts', [200], 403, []],
  ['upsertProducts', [200], 404, []],
  ['upsertProducts', [200], 429, []],
  ['upsertProducts', [200], 500, []],
  ['upsertProducts', [400], 500, []],
  ['getStockResults', [404], 403, []],
  ['upsertProducts', [401], 400, []],
];

for (const [operationId, expected, status, gaps, items] of statuses) {
  const batch = items === undefined ? '' : ` for ${items} items`;
  const open = gaps.join(', ') || 'nothing';
  test(`${operationId}: ${status}${batch} in place of ${expected.join(' or ')} is left open by ${open}`, () => {
    const found = gapsOfStatus({ operationId, expected, status, ...(items === undefined ? {} : { items }) });
    expect(found.toSorted()).toEqual(gaps);
  });
}

test('an undocumented status is left open only if the description does not show the responses', () => {
  const gapsOf = (id: string, status: number) => gapsOfUndocumented(operation(id), status);
  expect([202, 422, 500].map((status) => gapsOf('getStatusResults', status))).toEqual([[], [], []]);
  expect([202, 422].map((status) => gapsOf('listRejectedProducts', status))).toEqual([[], ['G-15']]);
  expect([202, 422, 500].map((status) => gapsOf('upsertProducts', status))).toEqual([['G-09'], ['G-15'], []]);
  expect([204, 302, 400].map((status) => gapsOf('listBrands', status))).toEqual([
    ['G-11'],
    ['G-11'],
    ['G-15'],
  ]);
});

test('only two operations have a single success status, and every operation accepts only the usual ones', () => {
  const isOne = operations.filter((each) => acceptedWith(each).length === 1);
  expect(isOne.map(({ operationId }) => operationId).toSorted()).toEqual([
    'getStatusResults',
    'listRejectedProducts',
  ]);
  for (const each of operations)
    expect([200, 201, 202, 204]).toEqual(expect.arrayContaining([...acceptedWith(each)]));
});

test('the status results refuse only with 400, but every other operation may refuse with any refusing status', () => {
  expect(refusalStatuses).toEqual([400, 409, 413, 415, 422]);
  const refusing = [403, 404, 406, 410, 414, 416, ...refusalStatuses];
  const others = [200, 204, 302, 401, 405, 407, 408, 429, 500];
  for (const each of operations) {
    const found = [...refusing, ...others].filter((status) => mayRefuseWith(each, status));
    expect(found, each.operationId).toEqual(isStatusResults(each) ? [400] : refusing);
  }
});

/** An operation, and the gaps that leave open which requests it accepts: with one item, and with three. */
const requests: readonly (readonly [
  operationId: string,
  one: readonly string[],
  three: readonly string[],
])[] = [
  ['upsertProducts', ['G-02', 'G-03'], ['G-02', 'G-03', 'G-16']],
  ['updateProductStatus', [], ['G-16']],
  ['updateProductStock', ['G-11'], ['G-11', 'G-16']],
  ['listProducts', ['G-08'], ['G-08']],
  ['listRejectedProducts', [], []],
  ['getStatusResults', [], []],
  ['getStockResults', ['G-11'], ['G-11']],
  // An operation without parameters in the contract may still accept some.
  ['listBrands', ['G-11'], ['G-11']],
  ['listWebhooks', ['G-13'], ['G-13']],
];

for (const [operationId, one, three] of requests) {
  test(`${one.join(', ') || 'nothing'} leaves open which requests ${operationId} accepts, and ${three.join(', ') || 'nothing'} if they have three items`, () => {
    expect(gapsOfRequest(operation(operationId)).toSorted()).toEqual(one);
    expect(gapsOfRequest(operation(operationId), 3).toSorted()).toEqual(three);
    expect(gapsOfRequest(operation(operationId), 0).toSorted()).toEqual(three);
  });
}

test('no gap leaves the responses of the status results open; for other operations, the gap of the whole response is named first', () => {
  expect(gapsOfResponse(operation('getStatusResults'))).toEqual([]);
  for (const [operationId, gap] of [
    ['upsertProducts', 'G-09'],
    ['updateProductStatus', 'G-10'],
    ['getStockResults', 'G-11'],
    ['listProducts', 'G-08'],
    ['createWebhook', 'G-13'],
  ] as const)
    expect(gapsOfResponse(operation(operationId))[0], operationId).toBe(gap);
});

test("a gap leaves an operation's responses open, unless the description shows them", () => {
  const open = (gap: string) =>
    ['getStatusResults', 'getStockResults', 'upsertProducts', 'listRejectedProducts'].filter((id) =>
      leavesResponseOpen(gap, id),
    );
  expect(open('G-11')).toEqual(['getStockResults', 'upsertProducts']);
  expect(open('G-02')).toEqual(['getStockResults', 'upsertProducts']);
});
