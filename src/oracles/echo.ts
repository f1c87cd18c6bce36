import { isDeepStrictEqual } from 'node:util';
import type { ResultItem } from '../batches/batch-result.js';
import { inWords } from './in-words.js';
import type { Unmet } from './unmet.js';

/**
 * Compares the entries of a finished batch with the items that were submitted (clause 2.1): as many entries as items,
 * equal items included, each echoing its item unchanged. The order is free.
 * @returns what is wrong, or undefined
 */
export function echoesOnce(entries: readonly ResultItem[], items: readonly unknown[]): Unmet | undefined {
  const left = [...entries];
  for (const [index, item] of items.entries()) {
    // Compared as it was sent: JSON knows no undefined and no negative zero.
    const sent: unknown = JSON.parse(JSON.stringify(item));
    const found = left.findIndex((entry) => isDeepStrictEqual(entry.requestItem, sent));
    if (found < 0) {
      const nearest = left[index] ?? left[0];
      return {
        expected: [`an entry that echoes item ${index} unchanged: ${inWords(item)}`],
        actual: inWords(nearest?.requestItem),
        at: 'body items[].requestItem',
      };
    }
    left.splice(found, 1);
  }
  if (left.length === 0) return undefined;
  return { expected: [`${items.length} entries`], actual: `${entries.length} entries`, at: 'body items' };
}
