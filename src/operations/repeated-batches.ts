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
  const itemsAgain = everySecondLong(seed);
  return async (operationId, batches) => {
    const first = await submit(operationId, batches);
    const failed = [...first.keys()].filter((index) => hasFailed(first[index]));
    const repeated = failed.map((index) => itemsAgain(operationId, batches[index] ?? []));
    const second = failed.length === 0 ? [] : ((await again(operationId, repeated)) ?? []);
    return first.map((outcome, index) => {
      const [items = [], place] = [batches[index], failed.indexOf(index)];
      const repetition = second[place];
      const others = repetition === undefined ? 0 : (repeated[place]?.length ?? 0) - items.length;
      return entriesOfItems(repetition ?? outcome, items, others);
    });
  };
}

/** Whether a batch was accepted, and each of its items failed: the same batch again has no effect either. */
function hasFailed(outcome: Submission | undefined): boolean {
  const { items = [] } = outcome?.batch ?? {};
  return items.length > 0 && items.every(({ success }) => !success);
}

/**
 * Chooses the items to send when a batch is repeated: as they are or, every second time, over and over, until they are
 * more than a page, unless that is too large a batch.
 */
export function everySecondLong(seed: number) {
  let count = seed;
  return (operationId: OperationId, items: readonly unknown[]): readonly unknown[] => {
    count += 1;
    const most = largestBatch(operationId) ?? Number.POSITIVE_INFINITY;
    const times = items.length === 0 ? 1 : Math.ceil(many / items.length) + 1;
    const isTooLarge = times * items.length > most || JSON.stringify(items).length > longest;
    return isTooLarge || count % 2 !== 0 ? items : Array.from({ length: times }, () => items).flat();
  };
}
