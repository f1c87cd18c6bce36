import { exampleExchange } from '#testing/example-exchange';
import { oracleTest } from '#testing/oracle-rows';
import {
  beAccepted,
  beDifferentIds,
  beDifferentIdsOfEqualItems,
  beReadableThroughout,
  beRefused,
  carryTheId,
  haveFinished,
  haveNotChangedSince,
  haveSucceeded,
  listNoItemsBeforeItsEnd,
  neverGoBackwards,
  tellKnownStatuses,
} from './batch.js';
import type { FollowedBatch, ResultItem, Submission } from './followed-batch.js';

const good = { requestItem: {}, success: true, errors: [] };
const bad = { requestItem: {}, success: false, errors: ['unknown sku', 'no price'] };
const reads = (...bodies: readonly unknown[]) => bodies.map((body) => exampleExchange({ body }));

oracleTest('a status other than the five named ones is a warning, and the status only goes forwards', () => {
  const telling = (...statuses: readonly unknown[]) =>
    tellKnownStatuses(reads(...statuses.map((status) => ({ status }))));
  const forwards = (statuses: string) => neverGoBackwards(statuses.split(' '));
  const inconclusive = 'inconclusive: no two statuses of the batch were read [G-07]';
  return [
    [telling('pending', 'Completed'), 'body status: the string "Completed", a warning'],
    [forwards('processing queued completed completed'), 'holds'],
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

oracleTest(
  'a failed batch may be retried, and a batch that was not read before its end shows no items there',
  () => {
    const [exchange = exampleExchange(), changed = exchange, empty = exchange] = reads(
      { status: 'completed', items: [good] },
      { status: 'retry', items: [] },
      '',
    );
    const listed = (...all: readonly (readonly [status: string, items?: unknown])[]) =>
      listNoItemsBeforeItsEnd({ polls: reads(...all.map(([status, items]) => ({ status, items }))) });
    const inconclusive = 'inconclusive: no read found the batch before its end [G-07]';
    const retried = 'body status: the string "retry"';
    return [
      [haveNotChangedSince(changed, batch({ exchange, status: 'failed' })), `${retried} [G-07]`],
      [haveNotChangedSince(empty, batch({ exchange: empty })), 'inconclusive: there is nothing in body'],
      [listed(), inconclusive],
      [listed(['queued', [good]]), inconclusive],
      [
        beDifferentIdsOfEqualItems(['a', 'a']),
        'body batchRequestId: a for submission 0 and submission 1 [G-21]',
      ],
      [beDifferentIds(['a']), 'inconclusive: there are no two batch request ids'],
      [haveSucceeded([]), 'body items: no entries'],
    ];
  },
);

oracleTest('any refusal is right for an item; an unusual one rests on a gap', () => {
  const titled = { title: 'Invalid' };
  return [
    ...[400, 409, 413, 415, 422].map((status) => [beRefused(answered(status)), 'holds'] as const),
    [beRefused(answered(403)), 'status: status 403 [G-15]'],
    [beRefused(answered(422, titled)), 'body: the object {"title":"Invalid"} [G-15]'],
  ];
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
