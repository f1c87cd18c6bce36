import { exampleExchange } from '#testing/example-exchange';
import { expect, test } from '#testing/unit-test';
import { type Operation, operation } from '../../contract/operations.js';
import type { NetworkTrouble } from '../outages/network-trouble.js';
import { Attempts, Line } from './attempts.js';
import { type AnyRequest, type Transport, TransportError } from './transport.js';

const [brands, countries] = [operation('listBrands'), operation('listCountries')];
const response = exampleExchange({ operationId: 'listBrands' });
const hostile = { what: 'a trap', request: { query: { trap: 1 } } };
const request = { method: 'GET', url: 'http://target.invalid/', headers: {} };
const lost = (kind: NetworkTrouble['kind']) =>
  new TransportError(request, { kind, reason: `the request is ${kind}`, wayOut: 'mend it' });
const sound = { isSoundBut: () => true };
const unsound = { isSoundBut: () => false };

type Send = (operation: Operation, request?: AnyRequest) => Promise<typeof response>;

function attemptsBy(send: Send, line = sound): Attempts {
  return new Attempts({ trial: { send }, api: { send }, line });
}

/** Loses the given number of requests to `listBrands` with a query, or of all of them, and answers everything else. */
function losing(times: number, kind: NetworkTrouble['kind'], all = false) {
  const sent: string[] = [];
  let left = times;
  const send: Send = async (called, given) => {
    const isTried = called === brands && (all || given?.query !== undefined);
    sent.push(isTried ? 'tried' : 'valid');
    if (isTried && left-- > 0) throw lost(kind);
    return response;
  };
  return { sent, send };
}

for (const [kind, times] of [
  ['cut', 3],
  ['late', 2],
] as const)
  test(`the target is blamed for ${times} requests that are ${kind}, each followed by an answered valid one`, async () => {
    const { sent, send } = losing(times, kind);
    const attempt = await attemptsBy(send).send(brands, hostile, {});
    expect(attempt?.unanswered).toContain(`the request is ${kind}`);
    expect(attempt?.exchange).toEqual(response);
    expect(attempt?.trail.join()).toContain('a trap');
    expect(sent).toEqual(Array.from({ length: times }, () => ['tried', 'valid']).flat());
    const answeredLater = await attemptsBy(losing(times - 1, kind).send).send(brands, hostile, {});
    expect(answeredLater?.unanswered).toBeUndefined();
    expect(answeredLater?.trail).toHaveLength(2 * times - 1);
    expect(answeredLater?.trail.at(-1)).toBe('sent with a trap');
  });

test('between two attempts to write, nothing else is written', async () => {
  const sent: string[] = [];
  const send: Send = async ({ operationId, safe }) => {
    sent.push(operationId);
    return safe ? response : Promise.reject(lost('cut'));
  };
  const attempt = await attemptsBy(send).send(operation('deleteWebhook'), hostile, {});
  expect([...new Set(sent)]).toEqual(['deleteWebhook', 'listCountries']);
  expect(attempt?.exchange.operationId).toBe('deleteWebhook');
});

test('what a lost deletion may have deleted says nothing when the next one does not find it', async () => {
  for (const [operationId, status] of [
    ['deleteWebhook', 404],
    ['deleteWebhook', 400],
    ['getWebhook', 404],
  ] as const) {
    let left = 1;
    const send: Send = async (called) =>
      called.operationId === operationId && left-- > 0
        ? Promise.reject(lost('cut'))
        : exampleExchange({ operationId, status });
    const attempt = attemptsBy(send).send(operation(operationId), hostile, {});
    if (operationId === 'deleteWebhook' && status === 404)
      await expect(attempt).rejects.toThrow(TransportError);
    else expect((await attempt)?.exchange.status).toBe(status);
  }
});

test('the target is not blamed on an unsound line, when it answers no valid request, or after a mistake of the suite', async () => {
  const errors: readonly (readonly [Send, typeof sound, error: unknown])[] = [
    [losing(3, 'cut').send, unsound, 'the request is cut'],
    [() => Promise.reject(lost('late')), sound, TransportError],
    [() => Promise.reject(lost('gone')), sound, TransportError],
    [() => Promise.reject(new RangeError('a mistake')), sound, RangeError],
  ];
  for (const [send, line, error] of errors)
    await expect(attemptsBy(send, line).send(brands, hostile, {})).rejects.toThrow(error);
});

test('a line that loses one request in three leads to no outcome, however often it is tried', async () => {
  let state = 1;
  const drawn = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const line = new Line();
  const sending = ({ send }: Pick<Transport, 'send'>) => ({
    send: (called: Operation) => send({ ...request, operation: called }).then(() => response),
  });
  const lossy: Transport = {
    send: async () => (drawn() < 1 / 3 ? Promise.reject(lost('cut')) : response.response),
    close: async () => {},
  };
  const [trial, api] = [sending(lossy), sending(line.watched(lossy))];
  // Represents a test that ran before.
  for (let time = 0; time < 20; time += 1) await api.send(countries).catch(() => {});
  const outcomes = { answered: 0, blocked: 0, blamed: 0 };
  for (let time = 0; time < 500; time += 1) {
    const attempt = await new Attempts({ trial, api, line }).send(brands, hostile, {}).catch(() => undefined);
    if (attempt === undefined) outcomes.blocked += 1;
    else outcomes[attempt.unanswered === undefined ? 'answered' : 'blamed'] += 1;
  }
  expect(outcomes.blamed).toBe(0);
  expect(outcomes.blocked).toBeGreaterThan(20);
  expect(outcomes.answered).toBeGreaterThan(300);
});

test('the target is blamed for a valid request only if it cuts three and answers a different operation each time', async () => {
  const valid = (send: Send, line = sound) => attemptsBy(send, line).sendValid(brands, {}, countries);
  const twice = await valid(losing(2, 'cut', true).send);
  expect([twice.unanswered, twice.trail.length]).toEqual([undefined, 4]);
  const always = await valid(losing(3, 'cut', true).send);
  expect(always.unanswered).toBe('the connection was closed before the response was complete, 3 times');
  expect(always.trail).toHaveLength(6);
  const cutsAll: Send = () => Promise.reject(lost('cut'));
  await expect(valid(cutsAll)).rejects.toThrow(TransportError);
  await expect(valid(losing(3, 'late', true).send)).rejects.toThrow('the request is late');
  await expect(valid(losing(3, 'cut', true).send, unsound)).rejects.toThrow('the request is cut');
});

test('a line that answers some requests of an operation and cuts others is unsound for ten minutes, and counts those', async () => {
  for (const [outcomes, isSound, times, answeredAgain] of [
    ['ok', true],
    ['ok cut', false, 1, 0],
    ['cut cut', true, 2, 0],
    ['ok gone', true],
    ['ok again', false, 1, 1],
  ] as const) {
    let now = 0;
    const line = new Line(() => now);
    for (const outcome of outcomes.split(' ') as readonly ('cut' | 'gone' | 'ok' | 'again')[]) {
      const send = async () => {
        if (outcome === 'ok') return response.response;
        if (outcome === 'again') return { ...response.response, sentAgain: true as const };
        throw lost(outcome);
      };
      const sent = line.watched({ send, close: async () => {} }).send({ ...request, operation: brands });
      await sent.catch(() => {});
    }
    expect([line.isSoundBut(countries), line.isSoundBut(brands)], outcomes).toEqual([isSound, true]);
    const [[taken], [nothing]] = [line.takeLost(), line.takeLost()];
    expect(taken).toEqual(
      times && { byOperation: { 'GET /api/v1/brands/': times }, answeredAgain, begunAnew: 0 },
    );
    expect(nothing).toBeUndefined();
    now = 600_001;
    expect(line.isSoundBut(countries)).toBe(true);
  }
});
