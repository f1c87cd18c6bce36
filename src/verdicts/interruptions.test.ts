import { expect, test } from '#unit-test';
import { exampleExchange } from '../http/example-exchange.js';
import { Blocked, notAccepted } from './interruptions.js';

/** Operation, the status with which it refused a request of one item, and the gaps that leave open what it accepts. */
const refusals: readonly (readonly [operationId: string, status: number, gaps: readonly string[]])[] = [
  ['upsertProducts', 400, ['G-02', 'G-03']],
  ['upsertProducts', 422, ['G-02', 'G-03']],
  ['updateProductStock', 422, ['G-11']],
  ['updateProductStatus', 422, []],
  ['getStatusResults', 400, []],
  ['upsertProducts', 401, []],
  ['upsertProducts', 404, []],
  ['upsertProducts', 429, []],
  ['upsertProducts', 500, []],
];

for (const [operationId, status, gaps] of refusals) {
  test(`${operationId} that was answered ${status} blocks, and names ${gaps.join(', ') || 'no gap'}`, () => {
    const blocked = notAccepted('the batch was not accepted', exampleExchange({ operationId, status }));
    expect(blocked).toBeInstanceOf(Blocked);
    expect(blocked.message).toBe(`the batch was not accepted (GET /api/v1/countries/ -> ${status})`);
    expect(blocked.gaps.toSorted((a, b) => a.gap.localeCompare(b.gap))).toEqual(
      gaps.map((gap) => ({ gap, operationId })),
    );
  });
}

test('what is no operation of the contract names no gap', () => {
  for (const given of [
    { operationId: 'GET /nowhere', status: 422 },
    { operationId: 'upsertProducts', status: 422, outsideContract: true },
  ])
    expect(notAccepted('it was not', exampleExchange(given)).gaps).toEqual([]);
});

test('a block for another reason names none', () => {
  expect(new Blocked('no orders').gaps).toEqual([]);
});
