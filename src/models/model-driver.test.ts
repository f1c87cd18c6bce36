import { exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import type { Exchange } from '../http/exchange.js';
import { Falsified } from '../verdicts/finding.js';
import { type BatchResponse, batchRefused, type ExpectedOutcome, ModelDriver } from './model-driver.js';

type Verify = ConstructorParameters<typeof ModelDriver>[0]['verify'];

const submitted = [{ operationId: 'shipOrderItems', items: [{}] }] as const;

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
    const driver = driverGetting(refused, async (id, { write }, { expected, actual }) => {
      expect(write).toBe(refused);
      asked.push(id);
      return expected.includes(actual);
    });
    expect(await driver.submit(submitted)).toBe(batchRefused);
    const judging = driver.judgeOutcomes(response, items);
    await (holds ? judging : expect(judging).rejects.toThrow(Falsified));
    expect(asked).toEqual(verified);
  });

for (const [status, refuses] of [
  ...[400, 409, 413, 415, 422].map((each) => [each, true] as const),
  ...[302, 401, 405, 429, 500].map((each) => [each, false] as const),
])
  test(`${status} ${refuses ? 'refuses a batch' : 'neither accepts nor refuses a batch'}`, async () => {
    const driver = driverGetting(exampleExchange({ operationId: 'shipOrderItems', status }));
    if (refuses) expect(await driver.submit(submitted)).toBe(batchRefused);
    else await expect(driver.submit(submitted)).rejects.toThrow('the batch was not accepted');
  });

/** A driver whose batches all get this response. */
function driverGetting(write: Exchange, verify: Verify = async () => true): ModelDriver {
  const submitEach = async () => [{ write, exchange: write, trail: [] }];
  return new ModelDriver({ verify, submitEach, moved: () => {}, isConfirmed: () => true });
}
