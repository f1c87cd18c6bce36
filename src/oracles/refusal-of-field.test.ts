import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { isRefusedFor } from './refusal-of-field.js';

const answered = (status: number) => {
  const write = exampleExchange({ status, body: { message: 'ean must be an EAN-13' } });
  return { write, exchange: write, trail: [] };
};

test('a refusal holds, whatever the field', () => {
  expect(isRefusedFor(answered(400), 'ean')).toBeUndefined();
});

test('what is not refused names the field', () => {
  expect(isRefusedFor(answered(500), 'ean')).toMatchObject({ actual: 'status 500', at: 'status, for ean' });
});
