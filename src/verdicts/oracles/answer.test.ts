import { expect, test } from '#unit-test';
import { exampleExchange } from '../../http/example-exchange.js';
import {
  beAnErrorWith,
  beAnsweredBelow,
  beAnsweredCompletely,
  beHiddenFromOthers,
  beRefusedAsInvalid,
  gapsOfRedirection,
  haveAnErrorBody,
  haveStatus,
  haveStatusOtherThan,
  nameThePlace,
  serveNothingLike,
  succeed,
} from './answer.js';
import { oracleTest } from './oracle-rows.js';

const answered = (operationId: string, status: number, body: unknown = { message: 'no' }) =>
  exampleExchange({ operationId, status, body });
const plain = (status: number, body: unknown = { message: 'no' }) => exampleExchange({ status, body });

oracleTest('an answer has one of the statuses, or what it rests on that it does not', () => {
  const batch = (requestBody: string) =>
    exampleExchange({ operationId: 'updateProductStatus', status: 400, requestBody });
  return [
    [haveStatus(plain(404), 400, 404), 'holds'],
    [haveStatus(plain(401), 400, 404), 'status: status 401', ['status 400', 'status 404']],
    [haveStatus(answered('updateProductStock', 202), 200), 'status: status 202 [G-11]'],
    [haveStatus(answered('updateProductStock', 422), 400), 'status: status 422 [G-15]'],
    [haveStatus(answered('updateProductStock', 500), 200), 'status: status 500'],
    [haveStatus(answered('getStatusResults', 422), 400), 'status: status 422'],
    [haveStatus(batch('{"items":[{}]}'), 200), 'status: status 400'],
    [haveStatus(batch('{"items":[{},{}]}'), 200), 'status: status 400 [G-16]'],
    [haveStatus(batch('{"items":[]}'), 200), 'status: status 400 [G-16]'],
    ...['{', '[]', 'null', '{"items":{}}', ''].map(
      (body) => [haveStatus(batch(body), 200), 'status: status 400'] as const,
    ),
    // Outside the contract no gap leaves anything open.
    [
      haveStatus(exampleExchange({ operationId: 'GET /nowhere', outsideContract: true, status: 422 }), 400),
      'status: status 422',
    ],
  ];
});

oracleTest('a request succeeds with the status that is shown, else with any that says so', () => [
  ...[200, 201, 202, 204].map(
    (status) => [succeed(answered('updateProductStock', status)), 'holds'] as const,
  ),
  [succeed(answered('getStockResults', 204)), 'holds'],
  [succeed(answered('getStatusResults', 202)), 'status: status 202', ['status 200']],
  [succeed(answered('updateProductStock', 206)), 'status: status 206 [G-11]'],
  [succeed(answered('updateProductStock', 302)), 'status: status 302 [G-11]'],
  [succeed(answered('updateProductStock', 404)), 'status: status 404'],
]);

oracleTest('an answer has none of the statuses', () => [
  [haveStatusOtherThan(plain(402), 401, 403), 'holds'],
  [haveStatusOtherThan(plain(403), 401, 403), 'status: status 403', ['a status other than 401 and 403']],
]);

/** Operation, a status of its answer, and the gaps that allow it to be a success. */
const redirected: readonly (readonly [operationId: string, status: number, gaps: readonly string[]])[] = [
  ['downloadReport', 302, ['G-11']],
  ['getDeliveryDocument', 307, ['G-11']],
  ['upsertProducts', 303, ['G-09']],
  ['downloadReport', 301, []],
  ['downloadReport', 308, []],
  ['downloadReport', 404, []],
  ['listRejectedProducts', 302, []],
  ['getStatusResults', 302, []],
];

test('a temporary redirection may be the success of an operation whose success is not shown', () => {
  for (const [operationId, status, gaps] of redirected) {
    const answer = answered(operationId, status);
    expect([operationId, status, gapsOfRedirection(answer)]).toEqual([operationId, status, gaps]);
    expect(haveStatusOtherThan(answer, status)?.gaps ?? []).toEqual(gaps);
    expect(gapsOfRedirection(exampleExchange({ operationId, status, outsideContract: true }))).toEqual([]);
  }
});

oracleTest('an operation is served where a success looks like its own', () => {
  const served = exampleExchange();
  const deleted = exampleExchange({ operationId: 'deleteWebhook', status: 204, headers: {}, body: '' });
  const file = exampleExchange({ headers: { 'content-type': 'text/csv' }, body: 'a,b' });
  const page = exampleExchange({ headers: { 'content-type': 'text/html' }, body: '<h1>Our shop</h1>' });
  const others = [301, 401, 403, 404, 500].map((status) => exampleExchange({ status }));
  return [
    [serveNothingLike(served, served), "status: status 200 with the operation's content"],
    [serveNothingLike(deleted, deleted), "status: status 204 with the operation's content"],
    [serveNothingLike(file, file), "status: status 200 with the operation's content"],
    ...[...others, page, plain(200, { message: 'Welcome' }), plain(200, [])].map(
      (other) => [serveNothingLike(other, served), 'holds'] as const,
    ),
  ];
});

oracleTest('a request is answered completely, with a status below the bound', () => {
  const cut = { exchange: plain(200), unanswered: 'the connection was cut' };
  return [
    [beAnsweredBelow({ exchange: plain(499) }, 500), 'holds'],
    [beAnsweredBelow({ exchange: plain(500) }, 500), 'status: status 500', ['a status below 500']],
    [beAnsweredBelow(cut, 500), 'answer: the connection was cut'],
    [beAnsweredCompletely({ exchange: plain(500) }), 'holds'],
    [beAnsweredCompletely(cut), 'answer: the connection was cut', ['a complete answer']],
  ];
});

oracleTest('an error body is an object with a string message', () => {
  const others: readonly (readonly [body: unknown, actual: string])[] = [
    [{ message: 7 }, 'the object {"message":7}'],
    [{ message: null }, 'the object {"message":null}'],
    [{ message: ['gone'] }, 'the object {"message":["gone"]}'],
    [{ error: 'gone' }, 'the object {"error":"gone"}'],
    [['message'], 'the array ["message"]'],
    ['"message"', 'the string "message"'],
    ['null', 'null'],
    ['', 'the body is not JSON'],
    [Buffer.from([0xff]), 'the body is not UTF-8'],
  ];
  const other = { title: 'Unprocessable' };
  const told = 'body: the object {"title":"Unprocessable"}';
  return [
    [haveAnErrorBody(plain(404, { message: '', code: 7 })), 'holds'],
    ...others.map(([body, actual]) => [haveAnErrorBody(plain(400, body)), `body: ${actual}`] as const),
    // The description only shows the body of these three.
    ...[400, 401, 404].map((status) => [haveAnErrorBody(plain(status, other)), told] as const),
    ...[403, 413, 422].map((status) => [haveAnErrorBody(plain(status, other)), `${told} [G-15]`] as const),
    [haveAnErrorBody(plain(429, other)), `${told} [G-14]`],
  ];
});

oracleTest('an error has its status first, then its body', () => [
  [beAnErrorWith(plain(400), 400, 404), 'holds'],
  [beAnErrorWith(plain(200, {}), 400, 404), 'status: status 200', ['status 400', 'status 404']],
  [beAnErrorWith(plain(404, {}), 404), 'body: the object {}'],
  // That a request is invalid may rest on gaps, and so may the status with which it is refused.
  [beRefusedAsInvalid(answered('getStockResults', 400), 'G-11'), 'holds'],
  [beRefusedAsInvalid(answered('getStockResults', 200)), 'status: status 200'],
  [beRefusedAsInvalid(answered('getStockResults', 200), 'G-11'), 'status: status 200 [G-11]'],
  [beRefusedAsInvalid(answered('getStockResults', 422), 'G-11'), 'status: status 422 [G-15 G-11]'],
  [beRefusedAsInvalid(answered('getStockResults', 422), 'G-15'), 'status: status 422 [G-15]'],
  [beHiddenFromOthers(answered('getWebhook', 404)), 'holds'],
  [beHiddenFromOthers(answered('getWebhook', 403)), 'status: status 403 [G-15]'],
  ...[200, 401, 429].map(
    (status) => [beHiddenFromOthers(answered('getWebhook', status)), `status: status ${status}`] as const,
  ),
]);

oracleTest('a message names the last name of a place, as a word of its own', () => {
  const named = (message: unknown, place: string, status = 400) =>
    nameThePlace(plain(status, { message }), place);
  const price = 'items[0].prices[2].sale_price must be above 0';
  return [
    ...['page must be at least 1', '"page" is wrong', 'query.page: too small', 'wrong: page'].map(
      (message) => [named(message, 'page'), 'holds'] as const,
    ),
    ...['per_page must be at least 1', 'pages are wrong', 'Page'].map(
      (message) => [named(message, 'page'), `body message: the string "${message}"`] as const,
    ),
    ...['prices[].sale_price', 'sale_price', 'sale_price[]'].map(
      (place) => [named(price, place), 'holds'] as const,
    ),
    [named('prices must be given', 'prices[].sale_price'), 'body message: the string "prices must be given"'],
    [named('page', 'page', 404), 'status: status 404 [G-15]'],
    [named(7, 'page'), 'body: the object {"message":7}'],
  ];
});
