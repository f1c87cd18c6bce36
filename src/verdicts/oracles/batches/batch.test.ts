import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import { expect, test } from '#testing/unit-test';
import { asShown } from '../violation.js';
import {
  acknowledgeABatch,
  beAccepted,
  beDifferentIds,
  beDifferentIdsOfEqualItems,
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
  tellKnownStatuses,
} from './batch.js';
import type { FollowedBatch, ResultItem, Submission } from './followed-batch.js';

const good = { requestItem: {}, success: true, errors: [] };
const bad = { requestItem: {}, success: false, errors: ['unknown sku', 'no price'] };
const reads = (...bodies: readonly unknown[]) => bodies.map((body) => exampleExchange({ body }));

oracleTest('a batch is acknowledged with a UUID', () => {
  const uuid = '0b0f6c7e-93f2-4b6f-9d4e-0c8a4a3f2d11';
  const answered = (batchRequestId: unknown, status = 200) =>
    acknowledgeABatch(
      exampleExchange({ operationId: 'updateProductStock', status, body: { batchRequestId } }),
    );
  return [
    [answered(uuid.toUpperCase(), 202), 'holds'],
    ...[`${uuid}0`, uuid.slice(1), uuid.replace('f', 'g'), `{${uuid}}`].map(
      (id) => [answered(id), `body batchRequestId: ${asShown(id)}`, ['a UUID']] as const,
    ),
    [answered(uuid, 422), 'status: status 422 [G-11]'],
  ];
});

oracleTest('a status other than the five named ones is a warning, and the status only goes forwards', () => {
  const telling = (...statuses: readonly unknown[]) =>
    tellKnownStatuses(reads(...statuses.map((status) => ({ status }))));
  const forwards = (statuses: string) => neverGoBackwards(statuses.split(' '));
  const inconclusive = 'inconclusive: no two statuses of the batch were read [G-07]';
  return [
    [telling('pending', 'Completed'), 'body status: the string "Completed", a warning'],
    [forwards('pending processing retry retry processing retry failed'), 'holds'],
    [forwards('processing queued completed completed'), 'holds'],
    [forwards('processing queued pending'), 'body status: the string "pending" after processing'],
    [forwards('completed failed'), 'body status: the string "failed" after completed', ['completed']],
    [forwards('completed'), inconclusive],
    [forwards('queued completed'), inconclusive],
  ];
});

oracleTest('without a read, there is nothing to see, and a batch without an end has not finished', () => {
  const notFound = exampleExchange({ status: 404, body: { status: 'completed', message: 'gone' } });
  const unread = 'inconclusive: the result of the batch could not be read';
  const ended = (status: string) => `body status: the string "${status}" when the deadline passed`;
  return [
    ...[[], [notFound], reads('[]'), reads('null'), reads('')].flatMap((polls) => [
      [tellKnownStatuses(polls), unread] as const,
      [carryTheId(batch({ polls }), 'a'), unread] as const,
    ]),
    [haveFinished(batch({ finished: false, isReadable: false, status: 'pending' })), unread],
    // It is unknown whether a status that the description does not name is final.
    [haveFinished(batch({ finished: false, status: 'retry' })), ended('retry')],
    [haveFinished(batch({ finished: false, status: 'partly' })), `${ended('partly')} [G-07]`],
  ];
});

oracleTest('a result is readable from its first success on', () => {
  const read = (operationId: string, ...statuses: readonly number[]) =>
    beReadableThroughout({
      ...batch({}),
      polls: statuses.map((status) => exampleExchange({ operationId, status })),
    });
  return [
    // The result is not there yet: the description doesn't show when it can first be read.
    [read('getStatusResults', 404, 404, 200), 'status: status 404 at read 1 [G-07]'],
    // The result never appears.
    [read('getStatusResults', 404, 404), 'status: status 404 at read 1'],
    [read('getStockResults', 404, 404), 'status: status 404 at read 1 [G-11]'],
    [read('getStockResults', 202, 200), 'status: status 202 at read 1 [G-11]'],
  ];
});

oracleTest('a finished batch stays unchanged, and lists no items before its end', () => {
  const [exchange = exampleExchange(), again = exchange, changed = exchange, empty = exchange] = reads(
    { status: 'completed', items: [{ ...good, readAt: 1 }] },
    { status: 'completed', items: [{ ...good, readAt: 2 }], readAt: 'now' },
    { status: 'retry', items: [] },
    '',
  );
  const listed = (...all: readonly (readonly [status: string, items?: unknown])[]) =>
    listNoItemsBeforeItsEnd({ polls: reads(...all.map(([status, items]) => ({ status, items }))) });
  const inconclusive = 'inconclusive: no read found the batch before its end [G-07]';
  const retried = 'body status: the string "retry"';
  return [
    [haveNotChangedSince(again, batch({ exchange })), 'holds'],
    [haveNotChangedSince(changed, batch({ exchange, status: 'failed' })), `${retried} [G-07]`],
    [haveNotChangedSince(empty, batch({ exchange: empty })), 'inconclusive: there is nothing in body'],
    [listed(['retry', []], ['completed', [good]]), 'holds'],
    [listed(), inconclusive],
    [listed(['completed', [good]]), inconclusive],
    [listed(['queued', [good]]), inconclusive],
    [listed(['pending']), inconclusive],
    [
      beDifferentIdsOfEqualItems(['a', 'a']),
      'body batchRequestId: a for submission 0 and submission 1 [G-21]',
    ],
    [beDifferentIds(['a']), 'inconclusive: there are no two batch request ids'],
    [haveSucceeded([]), 'body items: no entries'],
  ];
});

oracleTest('an item is refused with an error body, or in the result with at least one message', () => {
  const titled = { title: 'Invalid' };
  return [
    ...[400, 409, 413, 415, 422].map((status) => [beRefused(answered(status)), 'holds'] as const),
    [beRefused(reported(good, bad), 1), 'holds'],
    [beRefused(answered(403)), 'status: status 403 [G-15]'],
    [beRefused(answered(422, titled)), 'body: the object {"title":"Invalid"} [G-15]'],
    [beRefused(answered(429)), 'status: status 429'],
    [beRefused(reported({ ...bad, errors: [] })), 'body items[0].errors: errors the array []'],
    [beRefusedFor(answered(500), 'ean'), 'status, for ean: status 500'],
  ];
});

test('the note about a refused item says in which way the target refused it', () => {
  expect(refusalInWords(answered(400))).toBe('refused with 400');
  expect(refusalInWords(reported(bad))).toBe('refused in the result');
});

oracleTest('a submission is accepted if all its items succeed, and there is at least one', () => {
  const refusedItem = 'body items[0].success: success false: unknown sku no price';
  const line = 'status: GET /api/v1/countries/ ->';
  return [
    [beAccepted(reported(bad), 'G-11'), `${refusedItem} [G-11]`],
    [beAccepted(reported(bad), 'G-07'), `${refusedItem} [G-11 G-07]`],
    [beAccepted(reported()), 'body items: no entries'],
    [beAccepted(answered(422)), `${line} 422: {"message":"no"} [G-11]`],
    // The description shows which items are valid for updates of the status.
    [beAccepted({ ...reported(bad), write: answered(200, {}, 'updateProductStatus').write }), refusedItem],
    [beAccepted(answered(422, undefined, 'updateProductStatus')), `${line} 422: {"message":"no"}`],
  ];
});

function answered(
  status: number,
  body: unknown = { message: 'no' },
  operationId = 'updateProductStock',
): Submission {
  const write = exampleExchange({ operationId, status, body });
  return { write, exchange: write, trail: [] };
}

function reported(...items: readonly ResultItem[]): Submission {
  return { ...answered(200, { batchRequestId: 'x' }), batch: batch({ items }) };
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
