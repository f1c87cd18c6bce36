import { expect, test } from '#unit-test';
import { exampleExchange } from '../exchange/example-exchange.js';
import { hasErrorBody, isErrorWith, isRefusedAsInvalid } from './error-answer.js';

for (const body of [{ message: 'gone' }, { message: '' }, { message: 'gone', code: 7 }]) {
  test(`${JSON.stringify(body)} is an error body`, () => {
    expect(hasErrorBody(exampleExchange({ status: 404, body }))).toBeUndefined();
  });
}

/** Bodies that are none, and how they are told. */
const others: readonly (readonly [body: unknown, actual: string])[] = [
  [{ message: 7 }, 'the object {"message":7}'],
  [{ message: null }, 'the object {"message":null}'],
  [{ message: ['gone'] }, 'the object {"message":["gone"]}'],
  [{ error: 'gone' }, 'the object {"error":"gone"}'],
  [['message'], 'the array ["message"]'],
  ['"message"', 'the string "message"'],
  ['null', 'null'],
  ['', 'the body is not JSON'],
  ['<h1>404</h1>', 'the body is not JSON'],
  [Buffer.from([0xff]), 'the body is not UTF-8'],
];

for (const [body, actual] of others) {
  test(`${JSON.stringify(body)} is no error body`, () => {
    expect(hasErrorBody(exampleExchange({ status: 400, body }))).toEqual({
      expected: ['a JSON object with a string "message" beside status 400'],
      actual,
      at: 'body',
    });
  });
}

/** Status of an answer with another body, and the gaps that leave it open. */
const open: readonly (readonly [status: number, gaps: readonly string[] | undefined])[] = [
  [400, undefined],
  [401, undefined],
  [404, undefined],
  [403, ['G-15']],
  [413, ['G-15']],
  [422, ['G-15']],
  [429, ['G-14']],
];

for (const [status, gaps] of open) {
  test(`a ${status} without a message is left open by ${gaps?.join(', ') ?? 'nothing'}`, () => {
    const body = { title: 'Unprocessable', type: 'about:blank' };
    expect(hasErrorBody(exampleExchange({ status, body }))?.gaps).toEqual(gaps);
  });
}

test('an error answer needs the status first, then the body', () => {
  const body = { message: 'gone' };
  expect(isErrorWith(exampleExchange({ status: 404, body }), 404)).toBeUndefined();
  expect(isErrorWith(exampleExchange({ status: 400, body }), 404)).toMatchObject({ at: 'status' });
  expect(isErrorWith(exampleExchange({ status: 404, body: {} }), 404)).toMatchObject({ at: 'body' });
  expect(isErrorWith(exampleExchange({ status: 400, body }), 400, 404)).toBeUndefined();
  expect(isErrorWith(exampleExchange({ status: 200, body }), 400, 404)).toMatchObject({
    expected: ['status 400', 'status 404'],
  });
});

test('that a request is invalid may rest on gaps, and with which status it is refused too', () => {
  const answered = (status: number) =>
    exampleExchange({ operationId: 'getStockResults', status, body: { message: 'no' } });
  expect(isRefusedAsInvalid(answered(400), 'G-11')).toBeUndefined();
  expect(isRefusedAsInvalid(answered(200))?.gaps).toBeUndefined();
  expect(isRefusedAsInvalid(answered(200), 'G-11')?.gaps).toEqual(['G-11']);
  expect(isRefusedAsInvalid(answered(422), 'G-11')?.gaps).toEqual(['G-15', 'G-11']);
  expect(isRefusedAsInvalid(answered(422), 'G-15')?.gaps).toEqual(['G-15']);
});
