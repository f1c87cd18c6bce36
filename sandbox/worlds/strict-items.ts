import { BATCH_WRITES } from '../faults/plants/requests.js';
import { isObject, ShapeError } from '../schema/check.js';
import { OPERATIONS } from '../service/operations.js';
import { type Change, echoed, list, record, SAME } from './change.js';
import type { OperationWords, Words, World } from './world.js';

/** The most items in one batch. */
const MOST = 20;

/** Refuses an upsert item without an EAN, or with a null one. */
const withEan: Change = {
  ...SAME,
  take(item, place) {
    if (isObject(item) && !Object.hasOwn(item, 'ean')) throw new ShapeError(`${place}.ean is missing`);
    if (isObject(item) && item.ean === null)
      throw new ShapeError(`${place}.ean must be a string, but is null`);
    return item;
  },
  describe: (schema) => ({
    ...schema,
    required: [...(Array.isArray(schema.required) ? schema.required : []), 'ean'],
    properties: { ...Object(schema.properties), ean: { type: 'string' } },
  }),
};

/** A list with a maximum number of entries. */
function few(entry: Change): Change {
  const entries = list(entry);
  return {
    ...entries,
    take(items, place) {
      if (Array.isArray(items) && items.length > MOST)
        throw new ShapeError(`${place} must have at most ${MOST} entries, but has ${items.length}`);
      return entries.take(items, place);
    },
    describe: (schema) => ({ ...entries.describe(schema), maxItems: MOST }),
  };
}

const bodies: Words = Object.fromEntries(
  OPERATIONS.filter(({ id }) => BATCH_WRITES.includes(id)).map(({ id }): [string, OperationWords] => [
    id,
    { body: record({ items: few(id === 'upsertProducts' ? withEan : SAME) }) },
  ]),
);

/** Requires more of the items of batches than the description shows. */
export const strictItems: World = {
  name: 'strict-items',
  does: `An upsert item must have an EAN, and a batch at most ${MOST} items.`,
  words: {
    ...bodies,
    getProductResults: { answer: record({ items: list(record({ requestItem: echoed(withEan) })) }) },
  },
};
