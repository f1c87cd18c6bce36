import { exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { Falsified } from '../verdicts/finding.js';
import { type BatchResponse, batchRefused, type ExpectedOutcome, ModelDriver } from './model-driver.js';

const good: ExpectedOutcome = {
  requirement: 'ORD-03',
  at: 'x',
  outcomes: ['success'],
  mayRefuseBatch: false,
};
const untimely: ExpectedOutcome = {
  requirement: 'ORD-04',
  at: 'y',
  outcomes: ['failed'],
  mayRefuseBatch: true,
};
const malformed: ExpectedOutcome = { ...untimely, malformed: true };
const either: ExpectedOutcome = { ...untimely, outcomes: ['success', 'failed'] };

/** Expected items, the response, and the requirements that are verified until one doesn't hold. */
const judged: readonly (readonly [
  items: readonly ExpectedOutcome[],
  response: BatchResponse,
  verified: readonly string[],
  holds: boolean,
])[] = [
  [[good, untimely, either], ['success', 'failed', 'failed'], ['ORD-03', 'ORD-04'], true],
  [[good], ['failed'], ['ORD-03'], false],
  [[untimely], ['success'], ['ORD-04'], false],
  [[good], [], ['ORD-03'], false],
  [[untimely, either], batchRefused, ['ORD-04'], true],
  [[good, malformed], batchRefused, ['ORD-03', 'ORD-04'], true],
  [[untimely, good], batchRefused, ['ORD-04', 'ORD-03'], false],
];

for (const [items, response, verified, holds] of judged)
  test(`${items.map(({ at, outcomes }) => `${at}: ${outcomes}`)} ${holds ? 'holds' : "doesn't hold"} for ${response}`, async () => {
    const asked: string[] = [];
    const refused = exampleExchange({ operationId: 'shipOrderItems', status: 400 });
    const driver = new ModelDriver({
      verify: async (id, { write }, { expected, actual }) => {
        expect(write).toBe(refused);
        asked.push(id);
        return expected.includes(actual);
      },
      submitEach: async () => [{ write: refused, exchange: refused, trail: [] }],
      moved: () => {},
      isConfirmed: () => true,
    });
    expect(await driver.submit([{ operationId: 'shipOrderItems', items: [{}] }])).toBe(batchRefused);
    const judging = driver.judgeOutcomes(response, items);
    await (holds ? judging : expect(judging).rejects.toThrow(Falsified));
    expect(asked).toEqual(verified);
  });

for (const [status, refuses] of [
  ...[400, 409, 413, 415, 422].map((each) => [each, true] as const),
  ...[302, 401, 405, 429, 500].map((each) => [each, false] as const),
])
  test(`${status} ${refuses ? 'refuses a batch' : 'neither accepts nor refuses a batch'}`, async () => {
    const write = exampleExchange({ operationId: 'updateProductStock', status });
    const response = new ModelDriver({
      verify: async () => true,
      submitEach: async () => [{ write, exchange: write, trail: [] }],
      moved: () => {},
      isConfirmed: () => true,
    }).submit([{ operationId: 'updateProductStock', items: [{}] }]);
    if (refuses) expect(await response).toBe(batchRefused);
    else await expect(response).rejects.toThrow('the batch was not accepted');
  });
