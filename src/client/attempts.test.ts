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
  new TransportError({ method: 'GET', url: 'http://target.invalid/' }, 'the line is dead');

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
