import type { ResultItem } from '../batches/batch-result.js';
import type { FollowedBatch } from '../batches/followed-batch.js';
import type { Exchange } from '../exchange/exchange.js';
import { inWords } from './in-words.js';
import type { Unmet } from './unmet.js';

const knownStatuses = ['pending', 'processing', 'completed', 'retry', 'failed'];

/**
 * Each read of a result tells one of the named statuses (clause 2.1). As any string is allowed too, another one is a
 * warning; anything but a string is none. What is not answered 200 with an object tells nothing.
 */
export function tellKnownStatuses(reads: readonly Exchange[]): Unmet | undefined {
  const told = reads.flatMap(({ status, json }) =>
    status === 200 && isRecord(json) ? [Reflect.get(json, 'status') as unknown] : [],
  );
  const none = told.findIndex((status) => typeof status !== 'string');
  if (none >= 0) return { expected: knownStatuses, actual: inWords(told[none]), at: 'body status' };
  const other = told.find((status) => !knownStatuses.includes(String(status)));
  return other === undefined
    ? undefined
    : { expected: knownStatuses, actual: inWords(other), at: 'body status', atMost: 'warned' };
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What may be read next behind a status: later stages, of which some may have passed unseen (gap G-07). */
const later: Readonly<Record<string, readonly string[]>> = {
  pending: ['pending', 'processing', 'retry', 'completed', 'failed'],
  processing: ['processing', 'retry', 'completed', 'failed'],
  retry: ['retry', 'processing', 'completed', 'failed'],
  completed: ['completed'],
  failed: ['failed'],
};

/** The status never goes backwards (gap G-07). Statuses of other names have no place in the order. */
export function neverGoBackwards(statuses: readonly string[]): Unmet | undefined {
  const known = statuses.filter((status) => knownStatuses.includes(status));
  for (const [index, status] of known.entries()) {
    const before = known[index - 1];
    const allowed = before === undefined ? knownStatuses : (later[before] ?? []);
    if (allowed.includes(status)) continue;
    return {
      expected: allowed,
      actual: `${inWords(status)} behind ${before}`,
      at: 'body status',
    };
  }
  return undefined;
}

/** Every read of the result was answered 200, the first one included (clauses 1 and 4.4). */
export function isReadableThroughout({ polls }: FollowedBatch): Unmet | undefined {
  const index = polls.findIndex(({ status }) => status !== 200);
  if (index < 0) return undefined;
  return {
    expected: ['status 200'],
    actual: `status ${polls[index]?.status} at read ${index + 1}`,
    at: 'status',
  };
}

/** No two of the batch request ids are the same; letters in upper and lower case are (clause 1). */
export function areDifferentIds(ids: readonly string[]): Unmet | undefined {
  const folded = ids.map((id) => id.toLowerCase());
  const index = folded.findIndex((id, position) => folded.indexOf(id) < position);
  if (index < 0) return undefined;
  return {
    expected: [`${ids.length} different ids`],
    actual: `${ids[index]} for submission ${folded.indexOf(folded[index] ?? '')} and submission ${index}`,
    at: 'body batchRequestId',
  };
}

/** The batch reached its end within the deadline. */
export function hasFinished(batch: FollowedBatch): Unmet | undefined {
  if (batch.finished) return undefined;
  return {
    expected: ['completed', 'failed'],
    actual: `${inWords(batch.status)} when the deadline passed`,
    at: 'body status',
  };
}

/** Every read of the result carries the id that was asked for. */
export function carriesTheId(batch: FollowedBatch, id: string): Unmet | undefined {
  const other = batch.ids.find((each) => each !== id);
  return other === undefined
    ? undefined
    : { expected: [id], actual: inWords(other), at: 'body batchRequestId' };
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
