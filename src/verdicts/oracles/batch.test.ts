import { expect, test } from '#unit-test';
import { exampleExchange } from '../../http/example-exchange.js';
import type { FollowedBatch, ResultItem, Submission } from '../batches/followed-batch.js';
import {
  acknowledgeABatch,
  beAccepted,
  beDifferentIds,
  beReadableThroughout,
  beRefused,
  beRefusedFor,
  carryTheId,
  haveFinished,
  haveNotChangedSince,
  haveSucceeded,
  listNoItemsBeforeItsEnd,
  neverGoBackwards,
  refusalInWords,
  reportAFailure,
  tellKnownStatuses,
} from './batch.js';
import { oracleTest } from './oracle-rows.js';
import { inWords } from './violation.js';

const good = { requestItem: {}, success: true, errors: [] };
const bad = { requestItem: {}, success: false, errors: ['unknown sku', 'no price'] };

oracleTest('a batch is acknowledged with a UUID', () => {
  const uuid = '0b0f6c7e-93f2-4b6f-9d4e-0c8a4a3f2d11';
  const given = (body: unknown) => acknowledgeABatch(exampleExchange({ body }));
  const answered = (status: number, body: unknown = { batchRequestId: uuid }) =>
    acknowledgeABatch(exampleExchange({ operationId: 'updateProductStock', status, body }));
  const wrong = [`${uuid}0`, uuid.slice(1), uuid.replaceAll('-', ''), uuid.replace('f', 'g'), `{${uuid}}`];
  return [
    [given({ batchRequestId: uuid.toUpperCase(), more: 1 }), 'holds'],
    ...[...wrong, '', 7, null].map(
      (id) => [given({ batchRequestId: id }), `body batchRequestId: ${inWords(id)}`, ['a UUID']] as const,
    ),
    ...[{}, { batch_request_id: uuid }, [uuid], `"${uuid}"`, 'null', ''].map(
      (body) => [given(body), 'body batchRequestId: nothing'] as const,
    ),
    ...[200, 201, 202].map((status) => [answered(status), 'holds'] as const),
    [answered(202, ''), 'body batchRequestId: nothing'],
    [answered(422), 'status: status 422 [G-11]'],
    [answered(404), 'status: status 404'],
    [answered(500), 'status: status 500'],
  ];
});

const telling = (...statuses: readonly unknown[]) =>
  statuses.map((status) => exampleExchange({ body: { status } }));
const unread = 'unseen: the result of the batch could not be read';

oracleTest('the five named statuses are known, and another text is a warning', () => [
  [tellKnownStatuses(telling('pending', 'processing', 'retry', 'completed', 'failed')), 'holds'],
  [
    tellKnownStatuses(telling('pending', 'Completed')),
    'body status: the string "Completed", a warning',
    ['pending', 'processing', 'completed', 'retry', 'failed'],
  ],
  ...[2, null, true, ['pending'], undefined].map(
    (none) =>
      [tellKnownStatuses(telling('pending', 'queued', none)), `body status: ${inWords(none)}`] as const,
  ),
]);

oracleTest('a result that could not be read tells nothing of the batch', () => {
  const notFound = exampleExchange({ status: 404, body: { status: 'completed', message: 'gone' } });
  const others = ['[]', 'null', 'completed', ''].map((body) => [exampleExchange({ body })]);
  return [
    ...[[], [notFound], ...others].flatMap((polls) => [
      [tellKnownStatuses(polls), unread] as const,
      [carryTheId(batch({ polls }), 'a'), unread] as const,
    ]),
    [haveFinished(batch({ finished: false, isReadable: false, status: 'pending' })), unread],
  ];
});

oracleTest('a batch finishes before the deadline', () => [
  [haveFinished(batch({ status: 'failed' })), 'holds'],
  [
    haveFinished(batch({ finished: false, status: 'retry' })),
    'body status: the string "retry" when the deadline passed',
    ['completed', 'failed'],
  ],
  // Nobody can say whether a status that the description does not name is final.
  [
    haveFinished(batch({ finished: false, status: 'partially_completed' })),
    'body status: the string "partially_completed" when the deadline passed [G-07]',
  ],
]);

oracleTest('every read carries the id that was asked for', () => {
  const carrying = (id: string, ...ids: readonly unknown[]) =>
    carryTheId(
      batch({ polls: ids.map((batchRequestId) => exampleExchange({ body: { batchRequestId } })) }),
      id,
    );
  return [
    [carrying('a', 'A', 'a'), 'holds'],
    [carrying('A', 'a'), 'holds'],
    ...['b', 'aa', null, 7, undefined].map(
      (other) => [carrying('a', 'a', other, 'a'), `body batchRequestId: ${inWords(other)}`, ['a']] as const,
    ),
    [carrying('a', undefined), 'body batchRequestId: nothing'],
  ];
});

oracleTest('statuses go forwards', () => {
  const backwards = (...statuses: readonly string[]) => neverGoBackwards(statuses);
  const unseen = 'unseen: no two statuses of the batch were read [G-07]';
  return [
    [backwards('pending', 'processing', 'retry', 'retry', 'processing', 'retry', 'failed'), 'holds'],
    [backwards('pending', 'retry', 'completed'), 'holds'],
    [backwards('processing', 'queued', 'completed', 'completed'), 'holds'],
    [backwards('processing', 'pending'), 'body status: the string "pending" after processing'],
    [backwards('retry', 'pending'), 'body status: the string "pending" after retry'],
    [backwards('processing', 'queued', 'pending'), 'body status: the string "pending" after processing'],
    [backwards('completed', 'processing'), 'body status: the string "processing" after completed'],
    [backwards('completed', 'failed'), 'body status: the string "failed" after completed', ['completed']],
    [backwards('failed', 'completed'), 'body status: the string "completed" after failed'],
    [backwards('failed', 'retry'), 'body status: the string "retry" after failed'],
    [backwards(), unseen],
    [backwards('completed'), unseen],
    [backwards('queued', 'completed'), unseen],
  ];
});

oracleTest('a result is readable from its first answer on', () => {
  const read = (operationId: string, ...statuses: readonly number[]) =>
    beReadableThroughout(
      batch({ polls: statuses.map((status) => exampleExchange({ operationId, status })) }),
    );
  return [
    [read('getStatusResults', 200, 200), 'holds'],
    // Not there yet: the description doesn't show when it can first be read.
    [read('getStatusResults', 404, 404, 200), 'status: status 404 at read 1 [G-07]'],
    [read('getStockResults', 404, 200, 200), 'status: status 404 at read 1 [G-07]'],
    // Never there.
    [read('getStatusResults', 404, 404), 'status: status 404 at read 1'],
    [read('getStockResults', 404, 404), 'status: status 404 at read 1 [G-11]'],
    // No longer there.
    [read('getStatusResults', 200, 404), 'status: status 404 at read 2'],
    [read('getStockResults', 200, 404, 200), 'status: status 404 at read 2'],
    [read('getStatusResults', 404, 200, 404), 'status: status 404 at read 3'],
    [read('getStatusResults', 500, 200), 'status: status 500 at read 1'],
    [read('getStatusResults', 200, 500, 404), 'status: status 500 at read 2'],
    [read('getStatusResults', 202, 200), 'status: status 202 at read 1'],
    [read('getStockResults', 202, 200), 'status: status 202 at read 1 [G-11]'],
  ];
});

oracleTest('the status and the items of a batch that ended stay as they were', () => {
  const reading = (body: object) => exampleExchange({ body });
  const exchange = reading({ status: 'completed', items: [{ ...good, readAt: 1 }] });
  const again = reading({ status: 'completed', items: [{ ...good, readAt: 2 }], readAt: 'now' });
  const changed = reading({ status: 'retry', items: [] });
  const empty = exampleExchange({ body: '' });
  return [
    [haveNotChangedSince(again, batch({ exchange })), 'holds'],
    [haveNotChangedSince(changed, batch({ exchange })), 'body.status: the string "retry"'],
    [
      haveNotChangedSince(changed, batch({ exchange, status: 'failed' })),
      'body.status: the string "retry" [G-07]',
    ],
    [haveNotChangedSince(empty, batch({ exchange: empty })), 'unseen: there is nothing in body'],
  ];
});

oracleTest('ids differ in more than the case of their letters', () => [
  [beDifferentIds(['a', 'b']), 'holds'],
  [beDifferentIds(['a', 'b', 'A']), 'body batchRequestId: A for submission 0 and submission 2'],
  [beDifferentIds(['a']), 'unseen: there are no two batch request ids'],
]);

oracleTest('no items are listed before the end of a batch', () => {
  const listed = (...reads: readonly (readonly [status: string, items?: unknown])[]) =>
    listNoItemsBeforeItsEnd(
      batch({ polls: reads.map(([status, items]) => exampleExchange({ body: { status, items } })) }),
    );
  const unseen = 'unseen: no read found the batch before its end [G-07]';
  return [
    [listed(['processing', []], ['completed', [good]]), 'holds'],
    [listed(['retry', []]), 'holds'],
    [listed(['pending', []], ['processing', [good]]), 'body items: 1 of them'],
    [listed(), unseen],
    ...(['completed', 'failed', 'queued'] as const).map((end) => [listed([end, [good]]), unseen] as const),
    [listed(['pending']), unseen],
  ];
});

oracleTest('each entry succeeded, and there is one', () => [
  [haveSucceeded([good, good]), 'holds'],
  [haveSucceeded([good, bad, bad]), 'body items[1].success: success false: unknown sku no price'],
  [haveSucceeded([]), 'body items: no entries'],
]);

oracleTest('a refusal is a refusal status with an error body, or a failed item with a message', () => {
  const either = [
    'status 400 or 409 or 413 or 415 or 422 with an error body',
    'the item reported with success false and at least one message',
  ];
  return [
    ...[400, 409, 413, 415, 422].map((status) => [beRefused(answered(status)), 'holds'] as const),
    [beRefused(reported(good, bad), 1), 'holds'],
    [beRefused(answered(404)), 'status: status 404 [G-15]'],
    [beRefused(answered(403)), 'status: status 403 [G-15]'],
    [beRefused(answered(422, { title: 'Invalid' })), 'body: the object {"title":"Invalid"} [G-15]'],
    [beRefused(answered(413, '')), 'body: the body is not JSON [G-15]'],
    [beRefused(answered(400, { title: 'Invalid' })), 'body: the object {"title":"Invalid"}'],
    ...[401, 405, 429, 302, 500].map(
      (status) => [beRefused(answered(status)), `status: status ${status}`] as const,
    ),
    [beRefused(reported(good)), 'body items[0].success: success true', either],
    [beRefused(reported(bad), 1), 'body items: 1 entries'],
    [beRefused(reported({ ...bad, errors: [] })), 'body items[0].errors: errors the array []'],
    [beRefused(reported({ ...bad, errors: ['a', ''] })), 'body items[0].errors: errors the array ["a",""]'],
    [beRefusedFor(answered(400), 'ean'), 'holds'],
    [beRefusedFor(answered(500), 'ean'), 'status, for ean: status 500'],
    // That an item must fail may rest on a gap.
    [reportAFailure([good, bad], 1, 'G-02'), 'holds'],
    [reportAFailure([good], 0, 'G-02'), 'body items[0].success: success true [G-02]', either.slice(1)],
  ];
});

test('a refusal names both ways, and the note says which it was', () => {
  const both = 'a success status, and the item reported with success false and at least one message';
  expect(beRefused(answered(500))?.expected.at(-1)).toBe(both);
  expect(beRefused(answered(400, 'no'))?.expected.at(-1)).toBe(both);
  expect(refusalInWords(answered(400))).toBe('refused with 400');
  expect(refusalInWords(reported(bad))).toBe('refused in the result');
});

oracleTest('a submission is accepted with every item of it, and at least one', () => {
  const refusedItem = 'body items[0].success: success false: unknown sku no price';
  const line = 'status: GET /api/v1/countries/ ->';
  const status = (submission: Submission) => ({
    ...submission,
    write: of(submission, 'updateProductStatus'),
  });
  return [
    [beAccepted(reported(good, good), 'G-07'), 'holds'],
    [beAccepted(reported(bad)), `${refusedItem} [G-11]`],
    [beAccepted(reported(bad), 'G-11'), `${refusedItem} [G-11]`],
    [beAccepted(reported(bad), 'G-07'), `${refusedItem} [G-11 G-07]`],
    [beAccepted(reported()), 'body items: no entries'],
    [beAccepted(reported(), 'G-07'), 'body items: no entries [G-07]'],
    [beAccepted(answered(422)), `${line} 422: {"message":"no"} [G-11]`],
    [beAccepted(answered(500)), `${line} 500: {"message":"no"}`],
    [beAccepted(answered(401)), `${line} 401: {"message":"no"}`],
    // The description shows which items are valid for updates of the status.
    [beAccepted(status(reported(bad))), refusedItem],
    [beAccepted(status(answered(422))), `${line} 422: {"message":"no"}`],
  ];
});

function of({ write: { status, json } }: Submission, operationId: string) {
  return exampleExchange({ operationId, status, body: json });
}

function answered(status: number, body: unknown = { message: 'no' }): Submission {
  const write = exampleExchange({ operationId: 'updateProductStock', status, body });
  return { write, exchange: write, trail: [] };
}

function reported(...items: readonly ResultItem[]): Submission {
  const write = exampleExchange({ operationId: 'updateProductStock', body: { batchRequestId: 'x' } });
  return { write, batch: batch({ items }), exchange: write, trail: [] };
}

function batch(change: Partial<FollowedBatch>): FollowedBatch {
  return {
    batchRequestId: 'a',
    polls: [],
    trail: [],
    exchange: exampleExchange(),
    statuses: [],
    status: 'completed',
    items: [],
    isReadable: true,
    finished: true,
    ...change,
  };
}
