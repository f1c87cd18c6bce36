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

test('only status 200 acknowledges', () => {
  expect(acknowledgesABatch(exampleExchange({ status: 202, body: { batchRequestId: uuid } }))).toMatchObject({
    expected: ['status 200'],
    actual: 'status 202',
  });
});
