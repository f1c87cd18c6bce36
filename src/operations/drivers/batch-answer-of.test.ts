import { expect, test } from '#unit-test';
import { exampleExchange } from '../../http/example-exchange.js';
import type { Submission } from '../../verdicts/batches/followed-batch.js';
import { batchRefused } from '../models/batch-answer.js';
import { batchAnswerOf } from './batch-answer-of.js';

function answered(status: number, operationId = 'updateProductStock'): Submission {
  const write = exampleExchange({ operationId, status, body: { message: 'no' } });
  return { write, exchange: write, trail: [] };
}

for (const status of [400, 409, 413, 415, 422]) {
  test(`${status} refuses a batch`, () => {
    expect(batchAnswerOf(answered(status), [{}])).toBe(batchRefused);
    expect(batchAnswerOf(answered(status, 'updateProductStatus'), [{}])).toBe(batchRefused);
  });
}

for (const status of [302, 401, 405, 429, 500]) {
  test(`${status} neither accepts nor refuses a batch`, () => {
    expect(() => batchAnswerOf(answered(status), [{}])).toThrow(
      `the batch was not accepted (GET /api/v1/countries/ -> ${status}: "no")`,
    );
  });
}
