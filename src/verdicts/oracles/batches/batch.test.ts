import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import {
  beAccepted,
  beDifferentIdsOfEqualItems,
  beReadableThroughout,
  beRefused,
  haveFinished,
  haveNotChangedSince,
  listNoItemsBeforeItsEnd,
  neverGoBackwards,
  tellKnownStatuses,
} from './batch.js';
import type { FollowedBatch, ResultItem, Submission } from './followed-batch.js';

const good = { requestItem: {}, success: true, errors: [] };
const bad = { requestItem: {}, success: false, errors: ['unknown sku', 'no price'] };
const reads = (...bodies: readonly unknown[]) => bodies.map((body) => exampleExchange({ body }));

oracleTest('a status other than the five named ones is a warning, and the status only moves forward', () => {
  const forwards = (statuses: string) => neverGoBackwards(statuses.split(' '));
  const none = 'inconclusive: too few statuses of the batch were read [G-07]';
  const unnamed = 'body status: the string "Completed", a warning';
  return [
    [tellKnownStatuses(reads({ status: 'pending' }, { status: 'Completed' })), unnamed],
    [forwards('processing queued completed completed'), 'holds'],
    [forwards('queued completed'), none],
  ];
});

oracleTest('without a read, nothing is judged; without a final status, a batch has not finished', () => {
  const notFound = exampleExchange({ status: 404, body: { status: 'completed', message: 'gone' } });
  const unread = 'inconclusive: the result of the batch could not be read';
  const finished = (change: Partial<FollowedBatch>) => haveFinished(batch({ finished: false, ...change }));
  const ended = (status: string) => `body status: the string "${status}" when the deadline passed`;
  return [
    [tellKnownStatuses([notFound]), unread],
    [finished({ isReadable: false, status: 'pending' }), unread],
    // It is unknown whether a status that the description does not name is final.
    [finished({ status: 'retry' }), ended('retry')],
    [finished({ status: 'partly' }), `${ended('partly')} [G-07]`],
  ];
});

oracleTest('once a result has been read successfully, it stays readable', () => {
  const read = (operationId: string, ...statuses: readonly number[]) =>
    beReadableThroughout(
      batch({ polls: statuses.map((status) => exampleExchange({ operationId, status })) }),
    );
  return [
    // The description doesn't show when the result can first be read.
    [read('getStatusResults', 404, 404, 200), 'status: status 404 at read 1 [G-07]'],
    // The result never appears.
    [read('getStatusResults', 404, 404), 'status: status 404 at read 1'],
    [read('getStockResults', 404, 404), 'status: status 404 at read 1 [G-11]'],
    [read('getStockResults', 202, 200), 'status: status 202 at read 1 [G-11]'],
  ];
});

oracleTest('a failed batch may be retried; a batch read too late shows nothing about its beginning', () => {
  const [exchange = exampleExchange(), changed = exchange] = reads(
    { status: 'completed', items: [good] },
    { status: 'retry', items: [] },
  );
  const listed = (...statuses: readonly string[]) =>
    listNoItemsBeforeItsEnd({ polls: reads(...statuses.map((status) => ({ status, items: [good] }))) });
  const tooLate = 'inconclusive: no read found the batch before its end [G-07]';
  const equal = 'body batchRequestId: a for submission 0 and submission 1 [G-21]';
  const retried = haveNotChangedSince(changed, batch({ exchange, status: 'failed' }));
  return [
    [retried, 'body status: the string "retry" [G-07]'],
    [listed('queued'), tooLate],
    [beDifferentIdsOfEqualItems(['a', 'a']), equal],
  ];
});

oracleTest('an item may be refused in any way, and a submission is accepted if all its items succeed', () => {
  const refusedItem = 'body items[0].success: success false: unknown sku no price';
  const line = 'status: GET /api/v1/countries/ ->';
  const ofStatus = answered(200, {}, 'updateProductStatus');
  return [
    ...[400, 409, 413, 415, 422].map((status) => [beRefused(answered(status)), 'holds'] as const),
    // An unusual refusal rests on a gap.
    [beRefused(answered(403)), 'status: status 403 [G-15]'],
    [beRefused(answered(422, { title: 'Invalid' })), 'body: the object {"title":"Invalid"} [G-15]'],
    [beAccepted(reported(bad), 'G-07'), `${refusedItem} [G-11 G-07]`],
    [beAccepted(reported()), 'body items: no entries'],
    [beAccepted(answered(422)), `${line} 422: {"message":"no"} [G-11]`],
    // The description shows which items are valid in a status update.
    [beAccepted({ ...reported(bad), write: ofStatus.write }), refusedItem],
  ];
});

function answered(status: number, body: unknown = { message: 'no' }, operationId = 'updateProductStock') {
  const write = exampleExchange({ operationId, status, body });
  return { write, exchange: write, trail: [] };
}

function reported(...items: readonly ResultItem[]): Submission {
  return { ...answered(200, { batchRequestId: 'x' }), batch: batch({ items }) };
}

function batch(change: Partial<FollowedBatch>): FollowedBatch {
  const read = { batchRequestId: 'a', polls: [], trail: [], exchange: exampleExchange(), statuses: [] };
  return { ...read, status: 'completed', items: [], isReadable: true, finished: true, ...change };
}
