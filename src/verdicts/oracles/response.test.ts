import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import {
  beHiddenFromOthers,
  haveAnErrorBody,
  haveStatus,
  haveStatusOtherThan,
  nameThePlace,
  succeed,
} from './response.js';

const answered = (operationId: string, status: number) =>
  exampleExchange({ operationId, status, body: { message: 'no' } });
const plain = (status: number, body: unknown = { message: 'no' }) => exampleExchange({ status, body });

oracleTest('a wrong status rests on the gap that leaves the right one open', () => {
  const batch = (requestBody: string) =>
    haveStatus(exampleExchange({ operationId: 'updateProductStatus', status: 400, requestBody }), 200);
  return [
    [haveStatus(answered('updateProductStock', 202), 200), 'status: status 202 [G-11]'],
    [haveStatus(answered('updateProductStock', 422), 400), 'status: status 422 [G-15]'],
    // The description leaves open how many items a batch may have.
    [batch('{"items":[{},{}]}'), 'status: status 400 [G-16]'],
    ...['{"items":[{}]}', '{', '{"items":{}}'].map((body) => [batch(body), 'status: status 400'] as const),
    [haveStatus(exampleExchange({ outsideContract: true, status: 422 }), 400), 'status: status 422'],
    [succeed(answered('updateProductStock', 206)), 'status: status 206 [G-11]'],
    [beHiddenFromOthers(answered('getWebhook', 403)), 'status: status 403 [G-15]'],
  ];
});

oracleTest('a temporary redirection may be the success of an operation whose success is not shown', () => {
  const redirected = (id: string, status: number) => haveStatusOtherThan(answered(id, status), status);
  return [
    [redirected('downloadReport', 302), 'status: status 302 [G-11]'],
    [redirected('downloadReport', 301), 'status: status 301'],
    [redirected('listRejectedProducts', 302), 'status: status 302'],
  ];
});

oracleTest('an error message is shown for three statuses; for all others, it rests on a gap', () =>
  Object.entries({ 404: '', 403: ' [G-15]', 429: ' [G-14]' }).map(([status, gap]) => [
    haveAnErrorBody(plain(Number(status), { title: 'Invalid' })),
    `body: the object {"title":"Invalid"}${gap}`,
  ]),
);

oracleTest('a message contains the last name in the path of a place as a separate word', () => {
  const named = (message: unknown, place = 'page') => nameThePlace(plain(400, { message }), place);
  return [
    ...['"page" is wrong', 'query.page: too small', 'wrong: page'].map(
      (message) => [named(message), 'holds'] as const,
    ),
    ...['per_page must be at least 1', 'pages are wrong', 'Page'].map(
      (message) => [named(message), `body message: the string "${message}"`] as const,
    ),
    ...['prices[].sale_price', 'sale_price[]'].map(
      (place) => [named('items[0].prices[2].sale_price must be above 0', place), 'holds'] as const,
    ),
  ];
});
