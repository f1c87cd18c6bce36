import { largestBatch } from '../contract/schemas/request-rules.js';
import type { OperationId } from '../contract/types.js';
import { entriesOfItems } from '../verdicts/oracles/batches/batch-entries.js';
import type { Submission } from '../verdicts/oracles/batches/followed-batch.js';

/** Submits batches at the same time and follows them. @returns the outcome of each, in the same order */
export type SubmitEach = (
  operationId: OperationId,
  batches: readonly (readonly unknown[])[],
) => Promise<readonly Submission[]>;

/** More items than a page of the usual size has. */
const many = 21;

/** The most characters of items that are sent so often. */
const longest = 10_000;

/**
 * Submits batches, and those of which every item fails a second time: as they are or, every second one, so long that
 * they name things twice and are more than a page. Their outcome is then that of the second time.
 * @param submit its outcomes may have their entries in any order
 * @param again does the same; undefined if nothing says what became of the second time (gap G-21)
 * @param seed decides which are long
 */
export function repeatingFailed(
  submit: SubmitEach,
  again: (...given: Parameters<SubmitEach>) => Promise<readonly Submission[] | undefined>,
  seed: number,
): SubmitEach {
  let count = seed;
  return async (operationId, batches) => {
    const outcomes = await submit(operationId, batches);
    const first = batches.map((items, index) => ({ items, all: items, outcome: outcomes[index] }));
    const failed = first.filter(({ outcome }) => hasFailed(outcome));
    const repeated = failed.map(({ items }) => {
      count += 1;
      return count % 2 === 0 ? longBatch(operationId, items) : items;
    });
    const second = failed.length === 0 ? [] : ((await again(operationId, repeated)) ?? []);
    for (const [index, outcome] of second.entries())
      Object.assign(failed[index] ?? {}, { all: repeated[index], outcome });
    return first.flatMap(({ items, all, outcome }) =>
      outcome === undefined ? [] : [entriesOfItems(outcome, items, all.length - items.length)],
    );
  };
}

/** Whether a batch was accepted, and each of its items failed: the same batch again has no effect either. */
function hasFailed(outcome: Submission | undefined): boolean {
  const { items = [] } = outcome?.batch ?? {};
  return items.length > 0 && items.every(({ success }) => !success);
}

/** The items over and over, until they are more than a page; as they are if the batch would be too large. */
export function longBatch(operationId: OperationId, items: readonly unknown[]): readonly unknown[] {
  const most = largestBatch(operationId) ?? Number.POSITIVE_INFINITY;
  const times = items.length === 0 ? 1 : Math.ceil(many / items.length) + 1;
  const isTooLarge = times * items.length > most || JSON.stringify(items).length > longest;
  return isTooLarge ? items : Array.from({ length: times }, () => items).flat();
}
