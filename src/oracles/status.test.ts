import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { gapsOfRedirection, hasStatus, hasStatusOtherThan, servesNothingLike, succeeds } from './status.js';

test('one of the statuses is enough, and all of them are named where none is there', () => {
  expect(hasStatus(exampleExchange({ status: 404 }), 400, 404)).toBeUndefined();
  expect(hasStatus(exampleExchange({ status: 401 }), 400, 404)).toEqual({
    expected: ['status 400', 'status 404'],
    actual: 'status 401',
    at: 'status',
  });
});

test('where the description leaves a status open, another one names the gaps', () => {
  const found = (operationId: string, status: number, expected: number, requestBody?: string) =>
    hasStatus(
      exampleExchange({ operationId, status, ...(requestBody === undefined ? {} : { requestBody }) }),
      expected,
    )?.gaps;
  expect(found('updateProductStock', 202, 200)).toEqual(['G-11']);
  expect(found('updateProductStock', 422, 400)).toEqual(['G-15']);
  expect(found('updateProductStock', 500, 200)).toBeUndefined();
  expect(found('getStatusResults', 422, 400)).toBeUndefined();
  expect(found('updateProductStatus', 400, 200, '{"items":[{}]}')).toBeUndefined();
  expect(found('updateProductStatus', 400, 200, '{"items":[{},{}]}')).toEqual(['G-16']);
  expect(found('updateProductStatus', 400, 200, '{"items":[]}')).toEqual(['G-16']);
  for (const body of ['{', '[]', 'null', '{"items":{}}', ''])
    expect(found('updateProductStatus', 400, 200, body)).toBeUndefined();
});

test('outside the contract no gap leaves anything open', () => {
  const exchange = exampleExchange({ operationId: 'GET /nowhere', outsideContract: true, status: 422 });
  expect(hasStatus(exchange, 400)).not.toHaveProperty('gaps');
});

test('a request succeeds with the status that is shown, else with any that says so', () => {
  const answered = (operationId: string, status: number) =>
    succeeds(exampleExchange({ operationId, status }));
  for (const status of [200, 201, 202, 204]) expect(answered('updateProductStock', status)).toBeUndefined();
  expect(answered('getStockResults', 204)).toBeUndefined();
  expect(answered('getStatusResults', 202)).toEqual({
    expected: ['status 200'],
    actual: 'status 202',
    at: 'status',
  });
  expect(answered('updateProductStock', 206)).toMatchObject({ actual: 'status 206', gaps: ['G-11'] });
  expect(answered('updateProductStock', 302)).toMatchObject({ actual: 'status 302', gaps: ['G-11'] });
  expect(answered('updateProductStock', 404)).not.toHaveProperty('gaps');
});

test('none of the statuses may be there', () => {
  expect(hasStatusOtherThan(exampleExchange({ status: 402 }), 401, 403)).toBeUndefined();
  for (const status of [401, 403]) {
    expect(hasStatusOtherThan(exampleExchange({ status }), 401, 403)).toEqual({
      expected: ['a status other than 401 and 403'],
      actual: `status ${status}`,
      at: 'status',
    });
  }
});

test('an operation is served where a success looks like its own, and nowhere else', () => {
  const served = exampleExchange();
  expect(servesNothingLike(exampleExchange(), served)).toEqual({
    expected: ['an error', 'a redirection', 'a success with something else than the operation gives'],
    actual: 'status 200 with what the operation gives',
    at: 'status',
  });
  const html = { 'content-type': 'text/html' };
  const others = [
    ...[301, 401, 403, 404, 500].map((status) => exampleExchange({ status })),
    exampleExchange({ headers: html, body: '<h1>Our shop</h1>' }),
    exampleExchange({ body: { message: 'Welcome' } }),
    exampleExchange({ body: [] }),
  ];
  for (const other of others) expect(servesNothingLike(other, served)).toBeUndefined();

  const deleted = exampleExchange({ operationId: 'deleteWebhook', status: 204, headers: {}, body: '' });
  expect(servesNothingLike(deleted, deleted)).toBeDefined();
  const file = exampleExchange({ headers: { 'content-type': 'text/csv' }, body: 'a,b' });
  expect(servesNothingLike(file, file)).toBeDefined();
});

/** Operation, a status of its answer, and the gaps that leave it open that this is its success. */
const redirected: readonly (readonly [operationId: string, status: number, gaps: readonly string[]])[] = [
  ['downloadReport', 302, ['G-11']],
  ['getDeliveryDocument', 307, ['G-11']],
  ['upsertProducts', 303, ['G-09']],
  ['downloadReport', 301, []],
  ['downloadReport', 308, []],
  ['downloadReport', 404, []],
  ['listRejectedProducts', 302, []],
  ['getStatusResults', 302, []],
];

for (const [operationId, status, gaps] of redirected) {
  test(`${status} in place of a success of ${operationId} is left open by ${gaps.join() || 'nothing'}`, () => {
    const answer = exampleExchange({ operationId, status });
    expect(gapsOfRedirection(answer)).toEqual(gaps);
    expect(hasStatusOtherThan(answer, status)?.gaps ?? []).toEqual(gaps);
    expect(gapsOfRedirection(exampleExchange({ operationId, status, outsideContract: true }))).toEqual([]);
  });
}
