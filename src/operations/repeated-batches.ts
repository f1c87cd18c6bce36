import { crc32 } from 'node:zlib';
import { isJsonObject } from '../contract/documents/document.js';
import { largestBatch } from '../contract/schemas/request-rules.js';
import type { OperationId } from '../contract/types.js';
import { member } from '../contract/values/path.js';
import { sampleOne } from '../data/draw.js';
import { type Id, unknownId, unknownKey } from '../data/valid/identifiers.js';
import type { AnyRequest } from '../http/transports/transport.js';
import { entriesOfItems } from '../verdicts/oracles/batches/batch-entries.js';
import type { Submission } from '../verdicts/oracles/batches/followed-batch.js';

/** Submits batches at the same time and follows them. @returns the outcome of each, in the same order */
export type SubmitEach = (
  operationId: OperationId,
  batches: readonly (readonly unknown[])[],
) => Promise<readonly Submission[]>;

/** More items than a page of the usual size has. */
export const many = 21;

/** The most characters of a batch that is made longer. */
const longest = 80_000;

/**
 * Submits batches, and those of which every item fails a second time: their outcome is then that of the second time.
 * @param again submits too; undefined if nothing says what became of the second time (gap G-21)
 */
export function repeatingFailed(
  submit: SubmitEach,
  again: (...given: Parameters<SubmitEach>) => Promise<readonly Submission[] | undefined>,
): SubmitEach {
  return async (operationId, batches) => {
    const first = await submit(operationId, batches);
    const failed = [...first.keys()].filter((index) => hasFailed(first[index]));
    const repeated = failed.map((index) => batches[index] ?? []);
    const second = failed.length === 0 ? [] : ((await again(operationId, repeated)) ?? []);
    return first.map((outcome, index) => second[failed.indexOf(index)] ?? outcome);
  };
}

/**
 * In eleven of twelve batches, submits a page of items about things that don't exist ahead of the batch's own items. If the
 * longer batch is refused and its own items alone are not, these alone count (gap G-16).
 * @param submit its outcomes may have their entries in any order
 * @param prefix begins each key of the run
 * @param seed decides which batches are longer; equal ones are treated alike
 */
export function behindOthers(submit: SubmitEach, prefix: string, seed: number): SubmitEach {
  const othersOf = (operationId: OperationId, items: readonly unknown[]) => {
    const others = items.slice(0, 1).map((item) => aboutNothing(item, prefix, seed));
    const longer = Array.from({ length: many }, () => others).flat();
    // Another run with this seed has other keys.
    const isChosen = crc32(`${seed} ${JSON.stringify(items).replaceAll(prefix, '')}`) % 12 > 0;
    return isChosen && mayBeSent(operationId, [...longer, ...items]) ? longer : [];
  };
  return async (operationId, batches) => {
    const others = batches.map((items) => othersOf(operationId, items));
    const longer = await submit(
      operationId,
      batches.map((items, index) => [...(others[index] ?? []), ...items]),
    );
    const outcomes: Submission[] = [];
    for (const [index, outcome] of longer.entries()) {
      const [items = [], { length } = []] = [batches[index], others[index]];
      const isRefused = length > 0 && outcome.batch === undefined;
      const [alone] = isRefused ? await submit(operationId, [items]) : [];
      outcomes.push(entriesOfItems(alone?.batch === undefined ? outcome : alone, items, length));
    }
    return outcomes;
  };
}

/** The item with another subject, which doesn't exist, and in a category that doesn't exist. */
function aboutNothing(item: unknown, prefix: string, seed: number): unknown {
  if (!isJsonObject(item)) return item;
  const unknown = (...known: readonly unknown[]) => sampleOne(unknownId(known.filter(isId)), seed);
  const key = () => sampleOne(unknownKey(prefix), seed);
  const others: Readonly<Record<string, (value: unknown) => unknown>> = {
    sku: key,
    style_key: key,
    id: unknown,
    category: unknown,
    order_items: (ids) => [unknown(...(Array.isArray(ids) ? ids : []))],
  };
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, others[name]?.(value) ?? value]),
  );
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** Whether a batch that was made longer is one that the target may accept and a report can show. */
function mayBeSent(operationId: OperationId, items: readonly unknown[]): boolean {
  const most = largestBatch(operationId) ?? items.length;
  return items.length <= most && JSON.stringify(items).length <= longest;
}

/** Whether a batch was accepted, and each of its items failed: the same batch again has no effect either. */
function hasFailed(outcome: Submission | undefined): boolean {
  const { items = [] } = outcome?.batch ?? {};
  return items.length > 0 && items.every(({ success }) => !success);
}

/**
 * A batch with its items over and over, until they are more than a page; any other request, one that would become too
 * large, and any to a merchant that others use too, as it is.
 */
export function withLongBatch(operationId: OperationId, request: AnyRequest, isShared = false): AnyRequest {
  const items = member(request.body, 'items');
  if (isShared || !Array.isArray(items) || items.length === 0) return request;
  const longer = Array.from({ length: Math.ceil(many / items.length) + 1 }, () => items).flat();
  if (!mayBeSent(operationId, longer)) return request;
  return { ...request, body: { ...Object(request.body), items: longer } };
}
