import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { acknowledgesABatch } from './acknowledgement.js';

const uuid = '0b0f6c7e-93f2-4b6f-9d4e-0c8a4a3f2d11';

for (const id of [uuid, uuid.toUpperCase()]) {
  test(`${id} acknowledges a batch`, () => {
    expect(acknowledgesABatch(exampleExchange({ body: { batchRequestId: id, more: 1 } }))).toBeUndefined();
  });
}

for (const id of [
  `${uuid}0`,
  uuid.slice(1),
  uuid.replaceAll('-', ''),
  uuid.replace('f', 'g'),
  `{${uuid}}`,
  '',
  7,
  null,
]) {
  test(`${JSON.stringify(id)} is no batch request id`, () => {
    expect(acknowledgesABatch(exampleExchange({ body: { batchRequestId: id } }))).toMatchObject({
      expected: ['a UUID'],
      at: 'body batchRequestId',
    });
  });
}

for (const body of [{}, { batch_request_id: uuid }, [uuid], `"${uuid}"`, 'null', '']) {
  test(`${JSON.stringify(body)} carries no id`, () => {
    expect(acknowledgesABatch(exampleExchange({ body }))).toMatchObject({ actual: 'nothing' });
  });
}

test('any status that says so acknowledges, as the description shows none', () => {
  const answered = (status: number) =>
    acknowledgesABatch(
      exampleExchange({ operationId: 'updateProductStock', status, body: { batchRequestId: uuid } }),
    );
  for (const status of [200, 201, 202]) expect(answered(status)).toBeUndefined();
  expect(answered(422)).toMatchObject({ actual: 'status 422', at: 'status', gaps: ['G-11'] });
  for (const status of [404, 500]) {
    expect(answered(status)).toMatchObject({ actual: `status ${status}`, at: 'status' });
    expect(answered(status)).not.toHaveProperty('gaps');
  }
});

test('an acknowledgement without a body holds no id', () => {
  expect(
    acknowledgesABatch(exampleExchange({ operationId: 'updateProductStock', status: 202, body: '' })),
  ).toMatchObject({ expected: ['a UUID'], actual: 'nothing' });
});
