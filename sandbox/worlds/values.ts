import { ShapeError } from '../schema/check.js';
import { type Change, converted, notNull, refusing } from './change.js';
import type { WorldCode } from './world.js';

function text(value: unknown, place: string): string {
  if (typeof value === 'string') return value;
  throw new ShapeError(`${place} must be a string`);
}

/** The id of a record that an upsert refers to by number: the same digits, as a string. */
const digits = converted(
  (id) => (typeof id === 'number' ? String(id) : id),
  (id, place) => Number(text(id, place)),
  { type: 'string', pattern: '^[0-9]+$' },
);

/** An id of the form `item-17`; any other text is an unknown id. */
const itemId = converted(
  (id) => (typeof id === 'number' ? `item-${id}` : id),
  (id, place) => Number(/^item-([1-9]\d{0,14})$/.exec(text(id, place))?.[1] ?? 0),
  { type: 'string', pattern: '^item-[0-9]+$' },
);

/** An id that is not a UUID: the digits of the UUID after a mark that distinguishes reports from webhooks. */
function marked(mark: string): Change {
  const theirs = new RegExp(`^${mark}_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$`);
  return converted(
    (id) => `${mark}_${String(id).replaceAll('-', '')}`,
    (id) => theirs.exec(String(id))?.slice(1).join('-') ?? 'unknown',
    { type: 'string', pattern: theirs.source },
  );
}

/** The largest amount in minor units that stays exact when converted to major units and back. */
const MOST = 1e12;

/** An amount in minor units, a hundred of which make a major unit. */
const minor = converted(
  (amount) => (typeof amount === 'number' ? Math.round(amount * 100) : amount),
  (amount, place) => {
    if (typeof amount !== 'number') return amount;
    if (!Number.isInteger(amount)) throw new ShapeError(`${place} must be an integer, in minor units`);
    if (amount > MOST) throw new ShapeError(`${place} must be at most ${MOST}, but is ${amount}`);
    return amount / 100;
  },
  {
    type: 'integer',
    exclusiveMinimum: 0,
    maximum: MOST,
    description: 'in minor units of the currency',
  },
);

/** The most items in one batch. */
const MOST_ITEMS = 20;

const atMost = refusing(
  (items, place) =>
    Array.isArray(items) && items.length > MOST_ITEMS
      ? `${place} must have at most ${MOST_ITEMS} entries, but has ${items.length}`
      : undefined,
  (schema) => ({ ...schema, maxItems: MOST_ITEMS }),
);

/** Represents values differently where the description shows none, and requires more of the items of batches. */
export const values: WorldCode = {
  changes: {
    digits,
    'item id': itemId,
    'report id': marked('rep'),
    'webhook id': marked('wh'),
    'minor units': minor,
    'at most 20': atMost,
    'not null': notNull,
  },
  responses: (_status, operation) =>
    operation === 'getStatusResults' ? undefined : { headers: { 'X-RateLimit-Reset': null } },
};
