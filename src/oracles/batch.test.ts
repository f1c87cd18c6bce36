import { expect, test } from '#unit-test';
import type { FollowedBatch } from '../batches/followed-batch.js';
import { exampleExchange } from '../exchange/example-exchange.js';
import {
  areDifferentIds,
  carriesTheId,
  hasFinished,
  hasNotChanged,
  haveSucceeded,
  isReadableThroughout,
  listsNoItemsBeforeItsEnd,
  neverGoBackwards,
  tellKnownStatuses,
} from './batch.js';
import { inWords } from './in-words.js';

const entry = { requestItem: {}, success: true, errors: [] };
const refused = { requestItem: {}, success: false, errors: ['unknown sku', 'no price'] };

const telling = (...statuses: readonly unknown[]) =>
  statuses.map((status) => exampleExchange({ body: { status } }));

for (const none of [2, null, true, ['pending'], undefined]) {
  test(`${JSON.stringify(none)} is not a status, even after another string`, () => {
    expect(tellKnownStatuses(telling('pending', 'queued', none))).toEqual({
      expected: ['pending', 'processing', 'completed', 'retry', 'failed'],
      actual: inWords(none),
      at: 'body status',
    });
  });
}

test('the five named statuses are known, another one is a warning at most', () => {
  expect(tellKnownStatuses(telling('pending', 'processing', 'retry', 'completed', 'failed'))).toBeUndefined();
  expect(tellKnownStatuses(telling('pending', 'Completed'))).toEqual({
    expected: ['pending', 'processing', 'completed', 'retry', 'failed'],
    actual: 'the string "Completed"',
    at: 'body status',
    atMost: 'warned',
  });
});

const unread = { unseen: 'the result of the batch could not be read' };

for (const [title, reads] of [
  ['no read', []],
  [
    'a read that was not found',
    [exampleExchange({ status: 404, body: { status: 'completed', message: 'gone' } })],
  ],
  ['a list', [exampleExchange({ body: '[]' })]],
  ['null', [exampleExchange({ body: 'null' })]],
  ['text', [exampleExchange({ body: 'completed' })]],
  ['an empty body', [exampleExchange({ body: '' })]],
] as const) {
  test(`${title} shows neither a status nor an id`, () => {
    expect(tellKnownStatuses(reads)).toEqual(unread);
    expect(carriesTheId(batch({ polls: reads }), 'a')).toEqual(unread);
  });
}

test('a batch has finished, or the deadline passed before', () => {
  expect(hasFinished(batch({ finished: true, status: 'failed' }))).toBeUndefined();
  expect(hasFinished(batch({ finished: false, status: 'retry' }))).toEqual({
    expected: ['completed', 'failed'],
    actual: 'the string "retry" when the deadline passed',
    at: 'body status',
  });
});

test('whether a status that the description does not name is an end is gap G-07', () => {
  const other = batch({ finished: false, status: 'partially_completed' });
  expect(hasFinished(other)).toMatchObject({ expected: ['completed', 'failed'], gaps: ['G-07'] });
});

test('whether a batch that could not be read has finished was not seen', () => {
  expect(hasFinished(batch({ finished: false, isReadable: false, status: '' }))).toEqual(unread);
  expect(hasFinished(batch({ finished: false, isReadable: false, status: 'pending' }))).toEqual(unread);
});

test('every read carries the id that was asked for', () => {
  const carrying = (...ids: readonly unknown[]) =>
    batch({ polls: ids.map((batchRequestId) => exampleExchange({ body: { batchRequestId } })) });
  expect(carriesTheId(carrying('a', 'a'), 'a')).toBeUndefined();
  expect(carriesTheId(carrying('A', 'a'), 'a')).toBeUndefined();
  expect(carriesTheId(carrying('a'), 'A')).toBeUndefined();
  for (const other of ['b', 'aa', null, 7, undefined])
    expect(carriesTheId(carrying('a', other, 'a'), 'a')).toEqual({
      expected: ['a'],
      actual: inWords(other),
      at: 'body batchRequestId',
    });
});

test('a result without an id violates, also where none of them has one', () => {
  const { polls } = batch({ polls: [exampleExchange({ body: { status: 'completed', items: [] } })] });
  expect(carriesTheId(batch({ polls }), 'a')).toMatchObject({ actual: 'nothing', at: 'body batchRequestId' });
});

for (const statuses of [
  ['pending', 'pending', 'processing', 'completed'],
  ['pending', 'processing', 'retry', 'retry', 'processing', 'retry', 'processing', 'failed'],
  ['pending', 'retry', 'completed'],
  ['processing', 'queued', 'completed', 'completed'],
]) {
  test(`${statuses.join(', ')} goes forwards`, () => {
    expect(neverGoBackwards(statuses)).toBeUndefined();
  });
}

for (const statuses of [
  ['processing', 'pending'],
  ['retry', 'pending'],
  ['pending', 'processing', 'queued', 'pending'],
  ['completed', 'processing'],
  ['completed', 'failed'],
  ['failed', 'completed'],
  ['failed', 'retry'],
]) {
  test(`${statuses.join(', ')} goes backwards`, () => {
    const before = statuses.filter((each) => each !== 'queued').at(-2);
    expect(neverGoBackwards(statuses)).toEqual({
      expected: expect.not.arrayContaining([statuses.at(-1)]),
      actual: `the string "${statuses.at(-1)}" after ${before}`,
      at: 'body status',
    });
  });
}

for (const statuses of [[], ['completed'], ['queued'], ['queued', 'completed']]) {
  test(`[${statuses.join(', ')}] holds no two statuses that have a place in the order`, () => {
    expect(neverGoBackwards(statuses)).toEqual({
      unseen: 'no two statuses of the batch were read',
      open: ['G-07'],
    });
  });
}

/** The statuses of the reads, and what is wrong with them: which read, and the gaps that leave it open. */
const reads: readonly (readonly [
  operationId: string,
  statuses: readonly number[],
  wrong?: { readonly status: number; readonly read: number; readonly gaps?: readonly string[] },
])[] = [
  ['getStatusResults', [200, 200]],
  // Not there yet: when it can be read first isn't shown.
  ['getStatusResults', [404, 404, 200], { status: 404, read: 1, gaps: ['G-07'] }],
  ['getStockResults', [404, 200, 200], { status: 404, read: 1, gaps: ['G-07'] }],
  // Never there.
  ['getStatusResults', [404, 404], { status: 404, read: 1 }],
  ['getStockResults', [404, 404], { status: 404, read: 1, gaps: ['G-11'] }],
  // No longer there.
  ['getStatusResults', [200, 404], { status: 404, read: 2 }],
  ['getStockResults', [200, 404, 200], { status: 404, read: 2 }],
  ['getStatusResults', [404, 200, 404], { status: 404, read: 3 }],
  ['getStatusResults', [500, 200], { status: 500, read: 1 }],
  ['getStatusResults', [200, 500, 404], { status: 500, read: 2 }],
  ['getStatusResults', [202, 200], { status: 202, read: 1 }],
  ['getStockResults', [202, 200], { status: 202, read: 1, gaps: ['G-11'] }],
];

for (const [operationId, statuses, wrong] of reads) {
  test(`reads of ${operationId} with ${statuses.join(', ')}: ${wrong === undefined ? 'readable' : `read ${wrong.read} is wrong, ${wrong.gaps?.join() ?? 'nothing'} open`}`, () => {
    const polls = statuses.map((status) => exampleExchange({ operationId, status }));
    const expected = wrong && {
      expected: ['status 200'],
      actual: `status ${wrong.status} at read ${wrong.read}`,
      at: 'status',
      ...(wrong.gaps === undefined ? {} : { gaps: wrong.gaps }),
    };
    expect(isReadableThroughout(batch({ polls }))).toEqual(expected);
  });
}

test('a batch that was completed stays as it is; that a failed one does is assumed', () => {
  const exchange = exampleExchange({ body: { status: 'completed', items: [] } });
  const changed = exampleExchange({ body: { status: 'retry', items: [] } });
  const readLater = exampleExchange({ body: { status: 'completed', items: [], readAt: 'now' } });
  const [reading, again] = [1, 2].map((readAt) =>
    exampleExchange({ body: { status: 'completed', items: [{ ...entry, readAt }] } }),
  );
  if (reading === undefined || again === undefined) throw new Error('Two readings were expected.');
  expect(hasNotChanged(again, batch({ exchange: reading }))).toBeUndefined();
  expect(hasNotChanged(exchange, batch({ exchange }))).toBeUndefined();
  expect(hasNotChanged(readLater, batch({ exchange }))).toBeUndefined();
  expect(hasNotChanged(changed, batch({ exchange }))).toMatchObject({ at: 'body.status' });
  expect(hasNotChanged(changed, batch({ exchange }))).not.toHaveProperty('gaps');
  expect(hasNotChanged(changed, batch({ exchange, status: 'failed' }))).toMatchObject({ gaps: ['G-07'] });
});

test('each read is 200, and the first that is not is told with its place', () => {
  const polls = [200, 200, 404, 500].map((status) =>
    exampleExchange({ operationId: 'getStatusResults', status }),
  );
  expect(isReadableThroughout(batch({ polls: polls.slice(0, 2) }))).toBeUndefined();
  expect(isReadableThroughout(batch({ polls }))).toEqual({
    expected: ['status 200'],
    actual: 'status 404 at read 3',
    at: 'status',
  });
});

test('ids differ in more than the case of their letters', () => {
  expect(areDifferentIds(['a', 'b', 'ab'])).toBeUndefined();
  expect(areDifferentIds(['a'])).toEqual({ unseen: 'there are no two batch request ids' });
  expect(areDifferentIds(['a', 'b', 'c', 'B'])).toEqual({
    expected: ['4 different ids'],
    actual: 'B for submission 1 and submission 3',
    at: 'body batchRequestId',
  });
});

test('every entry has succeeded; no entry at all is no success', () => {
  expect(haveSucceeded([entry, entry])).toBeUndefined();
  expect(haveSucceeded([entry, refused, refused])).toEqual({
    expected: ['success true'],
    actual: 'success false: unknown sku no price',
    at: 'body items[1].success',
  });
  expect(haveSucceeded([])).toEqual({
    expected: ['an entry for each item'],
    actual: 'no entries',
    at: 'body items',
  });
});

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

const early: unknown = { unseen: 'no read found the batch before its end', open: ['G-07'] };

/** Reads of a batch, each its status and its items, and what they show of the items before the end. */
const beforeTheEnd: readonly (readonly [reads: readonly (readonly [string, unknown])[], found: unknown])[] = [
  [[], early],
  [[['completed', [entry]]], early],
  [[['failed', []]], early],
  [[['queued', []]], early],
  [[['pending', undefined]], early],
  [[['pending', []]], undefined],
  [
    [
      ['processing', []],
      ['completed', [entry]],
    ],
    undefined,
  ],
  [[['retry', []]], undefined],
  [
    [
      ['pending', []],
      ['processing', [entry]],
    ],
    { expected: ['no items before the end'], actual: '1 of them', at: 'body items' },
  ],
];

for (const [reads, found] of beforeTheEnd) {
  const said = reads.map(([status, items]) => `${status} ${JSON.stringify(items)}`).join(', ') || 'no read';
  test(`items before the end of a batch: ${said}`, () => {
    const polls = reads.map(([status, items]) => exampleExchange({ body: { status, items } }));
    expect(listsNoItemsBeforeItsEnd(batch({ polls }))).toEqual(found);
  });
}
