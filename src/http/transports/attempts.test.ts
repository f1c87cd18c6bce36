import { exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { type Operation, operation } from '../../contract/operations.js';
import type { NetworkTrouble } from '../outages/network-trouble.js';
import { Attempts, Line } from './attempts.js';
import { TransportError } from './transport.js';

const [brands, countries] = [operation('listBrands'), operation('listCountries')];
const { response } = exampleExchange();
const hostile = { what: 'a trap', request: { query: { trap: 1 } } };
const request = { method: 'GET', url: 'http://target.invalid/', headers: {} };
const lost = (kind: NetworkTrouble['kind']) =>
  new TransportError(request, { kind, reason: `the request is ${kind}`, wayOut: 'mend it' });

/** What becomes of the requests, one after another: an answer with a status, or none. The last stands for all others. */
type Fates = readonly (number | NetworkTrouble['kind'])[];

/** Attempts at a target, and the requests that it gets. @param control what becomes of the requests between attempts */
function attemptsAt(fates: Fates, control: Fates = [200], isSound = true) {
  const sent: string[] = [];
  const sending = ([...left]: Fates) => ({
    send: async ({ operationId }: Operation) => {
      sent.push(operationId);
      const fate = left.length > 1 ? left.shift() : left[0];
      if (typeof fate === 'string') throw lost(fate);
      return exampleExchange({ operationId, status: fate });
    },
  });
  const line = { isSoundBut: () => isSound };
  return { sent, attempts: new Attempts({ trial: sending(fates), api: sending(control), line }) };
}

const blamed = expect.stringContaining('the request is');
/** How attempts with a hostile request end: with a status, with blame, or with an error. */
const ends: readonly (readonly [operationId: string, end: unknown, ...Parameters<typeof attemptsAt>])[] = [
  ['listBrands', 200, ['cut', 'cut', 200]],
  ['listBrands', blamed, ['cut', 'cut', 'cut']],
  ['listBrands', 200, ['late', 200]],
  ['listBrands', blamed, ['late', 'late']],
  ['listBrands', 'Error', ['gone']],
  ['listBrands', 'Error', ['cut'], [200], false],
  ['listBrands', 'Error', ['cut'], ['cut']],
  // A lost deletion may have deleted what the next one doesn't find.
  ['deleteWebhook', 'Error', ['cut', 404]],
  ['deleteWebhook', 400, ['cut', 400]],
  ['listBrands', 404, ['cut', 404]],
];

test('the target is blamed for lost requests if all are lost, valid ones are answered, and the line is sound', async () => {
  for (const [operationId, end, ...given] of ends) {
    const outcome = await attemptsAt(...given)
      .attempts.send(operation(operationId), hostile, {})
      .then((attempt) => attempt?.unanswered ?? attempt?.exchange.status)
      .catch(() => 'Error');
    expect(outcome, given.join()).toEqual(end);
  }
});

test('the trail has each lost request and the answer after it, and between two writes only a read is sent', async () => {
  const attempt = await attemptsAt(['cut', 200]).attempts.send(brands, hostile, {});
  expect(attempt?.trail).toEqual([
    expect.stringMatching(/^sent with a trap: .*the request is cut/),
    'then a valid request: GET /api/v1/countries/ -> 200',
    'sent with a trap',
  ]);
  const { attempts, sent } = attemptsAt(['cut']);
  const writing = await attempts.send(operation('deleteWebhook'), hostile, {});
  expect([...new Set(sent)]).toEqual(['deleteWebhook', 'listCountries']);
  expect(writing?.exchange.operationId).toBe('deleteWebhook');
});

test('a line that answers some requests of an operation and cuts others is unsound for ten minutes, and counts those', async () => {
  for (const [outcomes, isSound, times, answeredAgain] of [
    ['ok cut', false, 1, 0],
    ['cut cut', true, 2, 0],
    ['ok gone', true, 0, 0],
    ['ok again', false, 1, 1],
  ] as const) {
    let now = 0;
    const line = new Line(() => now);
    for (const outcome of outcomes.split(' ')) {
      const send = async () => {
        if (outcome === 'cut' || outcome === 'gone') throw lost(outcome);
        return outcome === 'again' ? { ...response, sentAgain: true as const } : response;
      };
      await line
        .watched({ send })
        .send({ ...request, operation: brands })
        .catch(String);
    }
    expect([line.isSoundBut(countries), line.isSoundBut(brands)], outcomes).toEqual([isSound, true]);
    const byOperation = times === 0 ? {} : { 'GET /api/v1/brands/': times };
    expect(line.sent.lost).toEqual({ byOperation, answeredAgain, runAgain: 0 });
    expect([line.takeLost().length, line.takeLost().length]).toEqual([times, 0]);
    now = 600_001;
    expect(line.isSoundBut(countries)).toBe(true);
  }
});
