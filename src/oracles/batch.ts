import { gapsOfEnd } from '../batches/batch-journal.js';
import { finalStatuses, namedStatuses, type ResultItem } from '../batches/batch-result.js';
import type { FollowedBatch } from '../batches/followed-batch.js';
import { operation } from '../contract/operations.js';
import { gapsOfRequest } from '../contract/unshown.js';
import type { Exchange } from '../exchange/exchange.js';
import { inWords } from './in-words.js';
import { hasStatus } from './status.js';
import { isUnchanged } from './unchanged.js';
import type { Unmet, Unseen } from './unmet.js';

/**
 * Each read of a result tells one of the named statuses (clause 2.1). As any string is allowed too, another one is a
 * warning; anything but a string is not a status. An answer other than 200 with an object tells nothing.
 */
export function tellKnownStatuses(reads: readonly Exchange[]): Unmet | Unseen | undefined {
  const told = resultsIn(reads).map((result): unknown => Reflect.get(result, 'status'));
  if (told.length === 0) return unread;
  const none = told.findIndex((status) => typeof status !== 'string');
  if (none >= 0) return { expected: namedStatuses, actual: inWords(told[none]), at: 'body status' };
  const other = told.find((status) => !namedStatuses.includes(String(status)));
  return other === undefined
    ? undefined
    : { expected: namedStatuses, actual: inWords(other), at: 'body status', atMost: 'warned' };
}

const unread: Unseen = { unseen: 'the result of the batch could not be read' };

function resultsIn(reads: readonly Exchange[]): readonly object[] {
  return reads.flatMap(({ status, json }) => (status === 200 && isRecord(json) ? [json] : []));
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What may be read after a status: later stages, of which some may have passed unseen (gap G-07). */
const later: Readonly<Record<string, readonly string[]>> = {
  pending: ['pending', 'processing', 'retry', 'completed', 'failed'],
  processing: ['processing', 'retry', 'completed', 'failed'],
  retry: ['retry', 'processing', 'completed', 'failed'],
  completed: ['completed'],
  failed: ['failed'],
};

/** The status never goes backwards (gap G-07). Statuses of other names have no place in the order. */
export function neverGoBackwards(statuses: readonly string[]): Unmet | Unseen | undefined {
  const known = statuses.filter((status) => namedStatuses.includes(status));
  if (known.length < 2) return { unseen: 'no two statuses of the batch were read', open: ['G-07'] };
  for (const [index, status] of known.entries()) {
    const before = known[index - 1];
    const allowed = before === undefined ? namedStatuses : (later[before] ?? []);
    if (allowed.includes(status)) continue;
    return {
      expected: allowed,
      actual: `${inWords(status)} after ${before}`,
      at: 'body status',
    };
  }
  return undefined;
}

/** The statuses of a batch that has not ended. */
const unfinished: readonly unknown[] = ['pending', 'processing', 'retry'];

/** No read of a batch that has not ended lists items (gap G-07). How long a batch takes isn't shown: it may be none at all. */
export function listsNoItemsBeforeItsEnd({ polls }: FollowedBatch): Unmet | Unseen | undefined {
  const early = resultsIn(polls).filter((result) => unfinished.includes(Reflect.get(result, 'status')));
  const lists = early.map((result): unknown => Reflect.get(result, 'items')).filter(Array.isArray);
  if (lists.length === 0) return { unseen: 'no read found the batch before its end', open: ['G-07'] };
  const other = lists.find(({ length }) => length > 0);
  if (other === undefined) return undefined;
  return { expected: ['no items before the end'], actual: `${other.length} of them`, at: 'body items' };
}

/**
 * The result can be read, and stays readable from the first answer 200 on (clauses 1 and 4.4). That it can be read at once
 * is assumed (gap G-07): one that was not found before it was there only deviates. So does one that was never found where
 * the description doesn't show how the operation is asked for it (clause 4.6).
 */
export function isReadableThroughout({ polls }: FollowedBatch): Unmet | undefined {
  const first = polls.findIndex(({ status }) => status === 200);
  const index = polls.findIndex(({ status }, at) => status !== 200 && (first < 0 || at > first));
  const wrong = polls[index] ?? polls.find(({ status }) => status !== 200);
  if (wrong === undefined) return undefined;
  const unmet = hasStatus(wrong, 200);
  const isEarly = index < 0 && wrong.status === 404;
  const isNeverFound = first < 0 && wrong.status === 404;
  const gaps = isEarly ? ['G-07'] : isNeverFound ? gapsOfRequest(operation(wrong.operationId)) : [];
  return (
    unmet && {
      ...unmet,
      actual: `status ${wrong.status} at read ${polls.indexOf(wrong) + 1}`,
      ...(gaps.length === 0 ? {} : { gaps }),
    }
  );
}

/** No two of the batch request ids are the same; letters in upper and lower case are (clause 1). */
export function areDifferentIds(ids: readonly string[]): Unmet | Unseen | undefined {
  if (ids.length < 2) return { unseen: 'there are no two batch request ids' };
  const folded = ids.map((id) => id.toLowerCase());
  const index = folded.findIndex((id, position) => folded.indexOf(id) < position);
  if (index < 0) return undefined;
  return {
    expected: [`${ids.length} different ids`],
    actual: `${ids[index]} for submission ${folded.indexOf(folded[index] ?? '')} and submission ${index}`,
    at: 'body batchRequestId',
  };
}

/**
 * The batch reached its end within the deadline. Whether a status that the description doesn't name is an end can't be told,
 * so that it rests on gap G-07.
 */
export function hasFinished(batch: FollowedBatch): Unmet | Unseen | undefined {
  if (batch.finished) return undefined;
  if (!batch.isReadable) return unread;
  const gaps = gapsOfEnd(batch);
  return {
    expected: finalStatuses,
    actual: `${inWords(batch.status)} when the deadline passed`,
    at: 'body status',
    ...(gaps.length === 0 ? {} : { gaps }),
  };
}

/**
 * The status and the items of a completed batch stay as they were; what else a result shows may change. That a failed batch
 * is not retried is assumed (gap G-07).
 */
export function hasNotChanged(
  later: Exchange,
  { exchange, status }: FollowedBatch,
): Unmet | Unseen | undefined {
  const found = isUnchanged(outcomeIn(later), outcomeIn(exchange), 'body');
  if (found === undefined || 'unseen' in found || status !== 'failed') return found;
  return { ...found, gaps: ['G-07'] };
}

/** What a read tells of the outcome of a batch; undefined where it tells nothing. */
function outcomeIn({ json }: Exchange): object | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const items: unknown = Reflect.get(json, 'items');
  const outcomes = ['requestItem', 'success', 'errors'];
  const outcomeOf = (entry: unknown) =>
    isRecord(entry)
      ? Object.fromEntries(Object.entries(entry).filter(([name]) => outcomes.includes(name)))
      : entry;
  return {
    status: Reflect.get(json, 'status'),
    items: Array.isArray(items) ? items.map(outcomeOf) : items,
  };
}

/** Every read of the result carries the id that was asked for, its letters in upper or lower case (clause 2.1). */
export function carriesTheId({ polls }: FollowedBatch, id: string): Unmet | Unseen | undefined {
  const ids = resultsIn(polls).map((result): unknown => Reflect.get(result, 'batchRequestId'));
  if (ids.length === 0) return unread;
  const isIt = (each: unknown) => typeof each === 'string' && each.toLowerCase() === id.toLowerCase();
  const other = ids.findIndex((each) => !isIt(each));
  return other < 0 ? undefined : { expected: [id], actual: inWords(ids[other]), at: 'body batchRequestId' };
}

/** Each entry reports success. */
export function haveSucceeded(entries: readonly ResultItem[]): Unmet | undefined {
  if (entries.length === 0)
    return { expected: ['an entry for each item'], actual: 'no entries', at: 'body items' };
  const index = entries.findIndex(({ success }) => !success);
  if (index < 0) return undefined;
  return {
    expected: ['success true'],
    actual: `success false: ${(entries[index]?.errors ?? []).join(' ')}`,
    at: `body items[${index}].success`,
  };
}
