import { expect, test } from '#unit-test';
import { type Operation, operation } from '../contract/operations.js';
import { Attempts, Line } from './attempts.js';
import type { AnyRequest } from './client.js';
import { exampleExchange } from './example-exchange.js';
import { type Transport, TransportError } from './transport.js';

const brands = operation('listBrands');
const answer = exampleExchange({ operationId: 'listBrands' });
const hostile = { what: 'a trap', request: { query: { trap: 1 } } };
const isHostile = (request?: AnyRequest) => request?.query !== undefined;
const request = { method: 'GET', url: 'http://target.invalid/', headers: {} };
const noAnswer = () =>
  new TransportError(request, { kind: 'late', reason: 'the line is dead', wayOut: 'mend it' });

const gone = () => new TransportError(request, { kind: 'gone', reason: 'nobody there', wayOut: 'start it' });
const cut = () => new TransportError(request, { kind: 'cut', reason: 'the line was cut', wayOut: 'mend it' });
const sound = { isSoundBut: () => true };

type Send = (operation: { operationId: string }, request?: AnyRequest) => Promise<typeof answer>;

function attemptsBy(send: Send, line = sound): Attempts {
  return new Attempts({ trial: { send }, api: { send }, line });
}

/** Loses the given number of hostile requests, and answers everything else. */
function losing(times: number, error: () => TransportError) {
  const sent: string[] = [];
  let left = times;
  const send: Send = async (_, request) => {
    sent.push(isHostile(request) ? 'hostile' : 'valid');
    if (isHostile(request) && left-- > 0) throw error();
    return answer;
  };
  return { sent, send };
}

test('What is answered is the answer, and says what it was sent with', async () => {
  const attempts = attemptsBy(async () => answer);
  expect(await attempts.send(brands, hostile, {})).toEqual({ exchange: answer, trail: ['sent with a trap'] });
});

test('What is lost each time, and a valid request never, is lost by the target', async () => {
  const { sent, send } = losing(3, cut);
  const attempt = await attemptsBy(send).send(brands, hostile, {});
  expect(attempt).toMatchObject({
    exchange: answer,
    unanswered: expect.stringContaining('the line was cut'),
  });
  expect(attempt?.trail.join()).toContain('a trap');
  expect(sent).toEqual(['hostile', 'valid', 'hostile', 'valid', 'hostile', 'valid']);
});

test('An answer that does not come is waited for twice', async () => {
  const { sent, send } = losing(2, noAnswer);
  const attempt = await attemptsBy(send).send(brands, hostile, {});
  expect(attempt?.unanswered).toContain('the line is dead');
  expect(sent).toEqual(['hostile', 'valid', 'hostile', 'valid']);
});

test('What is lost now and then was lost on its way', async () => {
  const { send } = losing(2, cut);
  const attempt = await attemptsBy(send).send(brands, hostile, {});
  expect(attempt?.unanswered).toBeUndefined();
  expect(attempt?.trail).toHaveLength(5);
});

test('On a line that loses other requests as well, nothing is said about the target', async () => {
  const { send } = losing(3, cut);
  const attempts = attemptsBy(send, { isSoundBut: () => false });
  await expect(attempts.send(brands, hostile, {})).rejects.toThrow('the line was cut');
});

test('A line that loses one request in three leads to no outcome, however often it is tried', async () => {
  let state = 1;
  const drawn = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const line = new Line();
  const lossy: Transport = {
    send: async () => {
      if (drawn() < 1 / 3) throw cut();
      return answer.response;
    },
    close: async () => {},
  };
  const over = (transport: Transport) => ({
    send: async (operation: Operation) => {
      await transport.send({ ...request, operation });
      return answer;
    },
  });
  const api = over(line.watched(lossy));
  // Stands for a test that ran before.
  for (let time = 0; time < 20; time += 1) await api.send(operation('listCountries')).catch(() => {});
  const outcomes = { answered: 0, blocked: 0, held: 0 };
  for (let time = 0; time < 500; time += 1) {
    const attempts = new Attempts({ trial: over(lossy), api, line });
    const attempt = await attempts.send(brands, hostile, {}).catch(() => undefined);
    if (attempt === undefined) outcomes.blocked += 1;
    else if (attempt.unanswered === undefined) outcomes.answered += 1;
    else outcomes.held += 1;
  }
  expect(outcomes.held).toBe(0);
  expect(outcomes.blocked).toBeGreaterThan(20);
  expect(outcomes.answered).toBeGreaterThan(300);
});

test('A target that answers no valid request either is gone', async () => {
  for (const error of [noAnswer, gone]) {
    const attempts = attemptsBy(() => Promise.reject(error()));
    await expect(attempts.send(brands, hostile, {})).rejects.toThrow(TransportError);
  }
});

test('A mistake of the suite is no outcome', async () => {
  const attempts = attemptsBy(() => Promise.reject(new RangeError('a mistake')));
  await expect(attempts.send(brands, hostile, {})).rejects.toThrow(RangeError);
});

test.describe('A valid request', () => {
  const countries = operation('listCountries');
  /** Cuts the given number of listBrands connections, and answers everything else. */
  const cutting = (times: number): Send => {
    let left = times;
    return async ({ operationId }) => {
      if (operationId === 'listBrands' && left-- > 0) throw cut();
      return answer;
    };
  };

  test('may be cut twice on its way', async () => {
    const attempt = await attemptsBy(cutting(2)).sendValid(brands, {}, countries);
    expect(attempt.unanswered).toBeUndefined();
    expect(attempt.trail).toHaveLength(4);
  });

  test('is never answered where three were cut and another operation answers each time', async () => {
    const attempt = await attemptsBy(cutting(3)).sendValid(brands, {}, countries);
    expect(attempt.unanswered).toBe('the connection was closed before the answer was complete, 3 times');
    expect(attempt.trail).toHaveLength(6);
  });

  test('says nothing about a target that cuts everything, about another trouble, or on a bad line', async () => {
    const cutsAll = attemptsBy(() => Promise.reject(cut()));
    await expect(cutsAll.sendValid(brands, {}, countries)).rejects.toThrow(TransportError);
    const dead = attemptsBy(() => Promise.reject(noAnswer()));
    await expect(dead.sendValid(brands, {}, countries)).rejects.toThrow('the line is dead');
    const bad = attemptsBy(cutting(3), { isSoundBut: () => false });
    await expect(bad.sendValid(brands, {}, countries)).rejects.toThrow('the line was cut');
  });
});

const countries = operation('listCountries');

function watchedLine() {
  const state = { time: 0, kind: undefined as 'cut' | 'gone' | undefined };
  const line = new Line(() => state.time);
  const transport: Transport = {
    send: async () => {
      if (state.kind === undefined) return answer.response;
      throw state.kind === 'cut' ? cut() : gone();
    },
    close: async () => {},
  };
  const send = (of: typeof brands, kind?: 'cut' | 'gone') => {
    state.kind = kind;
    return line
      .watched(transport)
      .send({ ...request, operation: of })
      .catch(() => {});
  };
  return { state, line, send };
}

test('a request that is lost where others of its operation are answered makes the line doubtful, for a while', async () => {
  const { state, line, send } = watchedLine();
  await send(brands);
  expect(line.isSoundBut(countries)).toBe(true);
  await send(brands, 'cut');
  expect(line.isSoundBut(countries)).toBe(false);
  expect(line.isSoundBut(brands)).toBe(true);
  state.time += 600_001;
  expect(line.isSoundBut(countries)).toBe(true);
});

test('an operation of which everything is lost says nothing about the line', async () => {
  const { line, send } = watchedLine();
  await send(brands, 'cut');
  await send(brands, 'cut');
  expect(line.isSoundBut(countries)).toBe(true);
});

test('what was not sent was not lost', async () => {
  const { line, send } = watchedLine();
  await send(brands);
  await send(brands, 'gone');
  expect(line.isSoundBut(countries)).toBe(true);
});
