import { expect, test } from '@playwright/test';
import { operation } from '../contract/operations.js';
import { exampleExchange } from '../exchange/example-exchange.js';
import { Attempts } from './attempts.js';
import type { AnyRequest } from './client.js';
import { TransportError } from './transport.js';

const brands = operation('listBrands');
const answer = exampleExchange({ operationId: 'listBrands' });
const hostile = { what: 'a trap', request: { query: { trap: 1 } } };
const isHostile = (request?: AnyRequest) => request?.query !== undefined;
const noAnswer = () =>
  new TransportError(
    { method: 'GET', url: 'http://target.invalid/' },
    { kind: 'late', reason: 'the line is dead', wayOut: 'mend it' },
  );

test('What is answered is the answer, and says what it was sent with', async () => {
  const attempts = new Attempts({ send: async () => answer });
  expect(await attempts.send(brands, hostile, {})).toEqual({ exchange: answer, trail: ['sent with a trap'] });
});

test('A request without an answer stands beside the valid one that was answered after it', async () => {
  const send = async (_: unknown, request?: AnyRequest) => {
    if (isHostile(request)) throw noAnswer();
    return answer;
  };
  const attempt = await new Attempts({ send }).send(brands, hostile, {});
  expect(attempt?.exchange).toBe(answer);
  expect(attempt?.unanswered).toContain('the line is dead');
  expect(attempt?.trail.join()).toContain('a trap');
});

test('A target that answers no valid request either is gone', async () => {
  const attempts = new Attempts({ send: () => Promise.reject(noAnswer()) });
  await expect(attempts.send(brands, hostile, {})).rejects.toThrow(TransportError);
});

test('A mistake of the suite is no outcome', async () => {
  const attempts = new Attempts({ send: () => Promise.reject(new RangeError('a mistake')) });
  await expect(attempts.send(brands, hostile, {})).rejects.toThrow(RangeError);
});

test.describe('A valid request', () => {
  const countries = operation('listCountries');
  const cut = () =>
    new TransportError(
      { method: 'GET', url: 'http://target.invalid/' },
      { kind: 'cut', reason: 'the line was cut', wayOut: 'mend it' },
    );
  /** Cuts so many connections of listBrands, and answers everything else. */
  const cutting = (times: number) => {
    let left = times;
    return async ({ operationId }: { operationId: string }) => {
      if (operationId === 'listBrands' && left-- > 0) throw cut();
      return answer;
    };
  };

  test('may be cut twice on its way', async () => {
    const attempt = await new Attempts({ send: cutting(2) }).sendValid(brands, {}, countries);
    expect(attempt.unanswered).toBeUndefined();
    expect(attempt.trail).toHaveLength(2);
  });

  test('is never answered where three were cut and another operation answers', async () => {
    const attempt = await new Attempts({ send: cutting(3) }).sendValid(brands, {}, countries);
    expect(attempt.unanswered).toBe('the connection was closed before the answer was complete, 3 times');
    expect(attempt.trail).toHaveLength(4);
  });

  test('says nothing about a target that cuts everything, or about another trouble', async () => {
    const cutsAll = new Attempts({ send: () => Promise.reject(cut()) });
    await expect(cutsAll.sendValid(brands, {}, countries)).rejects.toThrow(TransportError);
    const dead = new Attempts({ send: () => Promise.reject(noAnswer()) });
    await expect(dead.sendValid(brands, {}, countries)).rejects.toThrow('the line is dead');
  });
});
