import type { ResultItem } from '../batches/batch-result.js';
import type { FollowedBatch } from '../batches/followed-batch.js';
import { inWords } from './in-words.js';
import type { Unmet } from './unmet.js';

const knownStatuses = ['pending', 'processing', 'completed', 'retry', 'failed'];

/** Each status is one of the named ones; as any string is allowed too (clause 2.1), another one is a warning. */
export function areKnownBatchStatuses(statuses: readonly string[]): Unmet | undefined {
  const other = statuses.find((status) => !knownStatuses.includes(status));
  return other === undefined
    ? undefined
    : { expected: knownStatuses, actual: inWords(other), at: 'body status', atMost: 'warned' };
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

/** There are as many entries as items, equal items included. */
export function holdAnEntryForEach(
  entries: readonly ResultItem[],
  items: readonly unknown[],
): Unmet | undefined {
  if (entries.length === items.length) return undefined;
  return {
    expected: [`${items.length} entries, one for each submitted item`],
    actual: `${entries.length} entries`,
    at: 'body items',
  };
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
