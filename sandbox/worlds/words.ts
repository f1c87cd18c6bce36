import * as at from '../faults/plants/operations.js';
import { OPERATIONS, type OperationId } from '../service/operations.js';
import { type Change, echoed, list, record } from './change.js';
import type { OperationWords, Words } from './world.js';

/** The same difference of each of these operations. */
export function inEach(operations: readonly OperationId[], words: OperationWords): Words {
  return Object.fromEntries(operations.map((id) => [id, words]));
}

const writeOf = (item: Change): OperationWords => ({ body: record({ items: list(item) }) });
const resultsOf = (item: Change): OperationWords => ({
  response: record({ items: list(record({ requestItem: echoed(item) })) }),
});

/** The differences of batches whose items differ, each by its write: of the write, and of the results. */
export function inBatches(
  items: Readonly<Partial<Record<OperationId, Change>>>,
  write = writeOf,
  results = resultsOf,
): Words {
  const kindOf = (id: string) => OPERATIONS.find((each) => each.id === id)?.batch;
  const wordsOf = ([id, item]: [string, Change]) => [
    [id, write(item)],
    [at.RESULTS.find((each) => kindOf(each) === kindOf(id)), results(item)],
  ];
  return Object.fromEntries(Object.entries(items).flatMap(wordsOf));
}

/** The differences of the operations of subscriptions: of an id in the path, of a body, and of each that is shown. */
export function inSubscriptions({ params, body, response }: OperationWords): Words {
  const wordsOf = (id: OperationId): OperationWords => ({
    ...(params && at.WITH_ID.includes(id) && { params }),
    ...(body && at.WITH_BODY.includes(id) && { body }),
    ...(response &&
      at.WITH_JSON.includes(id) && { response: at.LISTS.includes(id) ? list(response) : response }),
  });
  const all = at.SUBSCRIPTIONS.map((id) => [id, wordsOf(id)] as const);
  return Object.fromEntries(all.filter(([, words]) => Object.keys(words).length > 0));
}
