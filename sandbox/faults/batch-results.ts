import {
  BATCH_KINDS,
  BATCH_STATUSES,
  type BatchDesk,
  type BatchResult,
  type ResultEntry,
} from '../domain/batches.js';
import { notFound } from '../http/errors.js';
import { isObject } from '../schema/check.js';
import { type Plant, type Plants, ruling } from './fault.js';
import { changingEntries, changingEntry, changingResults, isFinished } from './plants/batches.js';
import { counting, keepingFirst } from './plants/memory.js';
import { changePart } from './plants/requests.js';
import { changeObject } from './plants/responses.js';

/** Plants a change of the echoed items. If it changes nothing, every character stays the same. */
function echoing(change: (item: unknown) => unknown): Plant {
  return changingEntry((entry) => {
    const item: unknown = JSON.parse(entry.item);
    const changed = JSON.stringify(change(item));
    return changed === JSON.stringify(item) ? entry : { ...entry, item: changed };
  });
}

/** A value with each string, number and null in it changed; keys stay as they are. */
function eachLeaf(change: (leaf: unknown) => unknown): (value: unknown) => unknown {
  return function inside(value): unknown {
    if (Array.isArray(value)) return value.map(inside);
    if (!isObject(value)) return change(value);
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, inside(entry)]));
  };
}

function eachText(change: (text: string) => string): (value: unknown) => unknown {
  return eachLeaf((leaf) => (typeof leaf === 'string' ? change(leaf) : leaf));
}

function isFirst(entry: ResultEntry, index: number, entries: readonly ResultEntry[]): boolean {
  return entries.findIndex(({ item }) => item === entry.item) === index;
}

/** Longer than any deadline, in milliseconds. */
const EVER = 1e12;

function reopened(result: BatchResult): BatchResult {
  return { ...result, status: 'processing', entries: [] };
}

/** Plants a different status in the results. */
function tellingStatus(statusOf: (result: BatchResult) => unknown): Plant {
  return changingResults((result) => ({ ...result, status: statusOf(result) }));
}

/** Plants the status failed for some finished batches. */
function tellingFailed(isMeant: (entries: readonly ResultEntry[]) => boolean): Plant {
  return tellingStatus((result) =>
    isFinished(result) && isMeant(result.entries) ? 'failed' : result.status,
  );
}

/** Plants 404 in place of some results. */
function hiding(isHidden: (result: BatchResult) => boolean): Plant {
  return changingResults((result) => {
    if (isHidden(result)) throw notFound('batch');
    return result;
  });
}

/** Plants a different way to find a batch. */
function finding(
  find: (desk: BatchDesk, ...asked: Parameters<BatchDesk['find']>) => BatchResult | undefined,
): Plant {
  return changePart('batches', (desk) => ({ find: (kind, id) => find(desk, kind, id) }));
}

/** Faults in the results of batches: their ids, statuses and entries (clauses 2.1 and 3.2). */
export const batchResultPlants: Plants = {
  'echoes-item-without-null-fields': echoing(eachLeaf((leaf) => leaf ?? undefined)),
  'rounds-numbers-of-echo': echoing(
    eachLeaf((leaf) =>
      typeof leaf === 'number' && Math.abs(leaf) < 1e15 ? Math.round(leaf * 100) / 100 : leaf,
    ),
  ),
  'normalises-unicode-of-echo': echoing(eachText((text) => text.normalize('NFC'))),
  'breaks-surrogate-pairs-of-echo': echoing(
    eachText((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')),
  ),
  'echoes-times-in-utc': echoing(
    eachText((text) =>
      /^\d{4}-\d\d-\d\dT.*[-+]\d\d:\d\d$/.test(text) ? new Date(text).toISOString() : text,
    ),
  ),
  'sorts-lists-of-echo': echoing((item) =>
    isObject(item) && Array.isArray(item.order_items)
      ? { ...item, order_items: item.order_items.toSorted((a, b) => Number(a) - Number(b)) }
      : item,
  ),
  'forgets-last-item-of-large-batch': changingEntries((entries) =>
    entries.length >= 100 ? entries.slice(0, -1) : entries,
  ),
  'merges-equal-items': changingEntries((entries) => entries.filter(isFirst)),
  'tells-first-twenty-items-only': changingEntries((entries) => entries.slice(0, 20)),
  'tells-no-items-of-failed-batch': changingResults((result) =>
    result.status === 'failed' ? { ...result, entries: [] } : result,
  ),
  'fails-items-without-message': changingEntry((entry) => ({ ...entry, errors: [] })),
  'gives-empty-message': changingEntry((entry) =>
    entry.success ? entry : { ...entry, errors: [...entry.errors, ''] },
  ),
  'gives-message-for-first-failure-only': changingEntries((entries) => {
    const first = entries.find(({ success }) => !success);
    return entries.map((entry) => (entry === first ? entry : { ...entry, errors: [] }));
  }),
  'confirms-success-in-errors': changingEntry((entry) =>
    entry.success ? { ...entry, errors: ['OK'] } : entry,
  ),
  'carries-messages-over-to-successes': changingEntries((entries) =>
    entries.map((entry, index) =>
      entry.success ? { ...entry, errors: entries[index - 1]?.errors ?? [] } : entry,
    ),
  ),
  'reverses-entries': changingEntries((entries) => entries.toReversed()),
  'sorts-entries-by-index-as-text': changingEntries((entries) =>
    [...entries.keys()]
      .map(String)
      .sort()
      .flatMap((index) => entries[Number(index)] ?? []),
  ),
  'hides-batch-on-first-read': counting((count) => hiding(({ id }) => count(id) === 1)),
  'hides-batch-while-it-is-retried': hiding(({ status }) => status === 'retry'),
  'tells-status-as-number': tellingStatus(({ status }) => BATCH_STATUSES.map(String).indexOf(String(status))),
  'tells-no-status-while-pending': tellingStatus(({ status }) => (status === 'pending' ? null : status)),
  'never-finishes': changingResults((result) => (isFinished(result) ? reopened(result) : result)),
  'reopens-finished-batch': counting((count) =>
    changingResults((result) => (isFinished(result) && count(result.id) === 2 ? reopened(result) : result)),
  ),
  'words-messages-anew-on-each-read': counting((count) =>
    changingEntries((entries) => {
      const mark = `[request ${count('request')}]`;
      return entries.map((entry) => ({
        ...entry,
        errors: entry.errors.map((message) => `${mark} ${message}`),
      }));
    }),
  ),
  'goes-back-to-pending': counting((count) =>
    tellingStatus(({ status, id }) => (status === 'processing' && count(id) % 2 === 0 ? 'pending' : status)),
  ),
  'swaps-pending-and-processing': tellingStatus(({ status }) => {
    if (status === 'pending') return 'processing';
    return status === 'processing' ? 'pending' : status;
  }),
  'carries-id-of-first-batch': keepingFirst<string>((firstOf) =>
    changingResults((result) => ({ ...result, id: firstOf('batch', result.id) })),
  ),
  'leaves-id-out-of-results': changeObject(({ batchRequestId: _, ...result }) => result),
  'tells-batches-of-every-kind': finding((desk, _kind, id) =>
    BATCH_KINDS.map((kind) => desk.find(kind, id)).find((result) => result !== undefined),
  ),
  'tells-good-batches-failed': tellingFailed((entries) => entries.every(({ success }) => success)),
  'tells-batch-failed-for-one-item': tellingFailed((entries) => entries.some(({ success }) => !success)),
  'fails-all-items-with-one': changingEntries((entries) => {
    const failed = entries.find(({ success }) => !success);
    if (failed === undefined) return entries;
    return entries.map((entry) => (entry.success ? { ...failed, item: entry.item } : entry));
  }),
  'retries-for-ever': ruling(({ batchPace }) => ({ batchPace: { ...batchPace, retry: EVER } })),
  'tells-shipments-as-returns': finding((desk, kind, id) => desk.find(kind, id) ?? desk.find('ship', id)),
};
