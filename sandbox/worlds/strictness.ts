import { UnreadableBody } from '../http/json-body.js';
import { type Operation, takesBody } from '../http/operation.js';
import { isDateTime, isObject, type Keywords, ShapeError } from '../schema/check.js';
import { OPERATIONS } from '../service/operations.js';
import { notNull, refusing, SAME, told } from './change.js';
import type { OperationWords, WorldCode } from './world.js';

/** A date-time without a zone is refused. */
const zoned = refusing((theirs, place) =>
  typeof theirs === 'string' && isDateTime(`${theirs}Z`) ? `${place} must have a zone` : undefined,
);

/** An empty string is refused. */
const filled = refusing(
  (theirs, place) => (theirs === '' ? `${place} must not be empty` : undefined),
  (schema) => ({ ...schema, minLength: 1 }),
);

const unknownEvents: readonly unknown[] = ['order.shipped', 'order.cancelled', 'order.returned'];
const event = refusing(
  (theirs, place) =>
    unknownEvents.includes(theirs) ? `${place} must be an event type of this service` : undefined,
  (schema) =>
    Array.isArray(schema.enum)
      ? { ...schema, enum: schema.enum.filter((name) => !unknownEvents.includes(name)) }
      : schema,
);

const eventTypes = told((types) =>
  Array.isArray(types)
    ? types.filter((type) => isObject(type) && !unknownEvents.includes(type.event))
    : types,
);
/** Refuses everything that the usual sandbox accepts generously because the description doesn't forbid it. */
export const strict: WorldCode = {
  changes: { event, 'event types': eventTypes, 'with zone': zoned, 'not empty': filled, 'not null': notNull },
  admit({ body, isTyped }, operation: Operation) {
    if (takesBody(operation) && !isTyped && !(body instanceof UnreadableBody))
      throw new ShapeError('the header content-type must be application/json');
  },
};

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** A value with strings converted to numbers wherever the schema has a number and the string is one. */
function withNumbers({ type, anyOf, items = {}, properties = {} }: Keywords, value: unknown): unknown {
  if (anyOf !== undefined) return withNumbers(anyOf[0] ?? {}, value);
  if (typeof value === 'string')
    return (type === 'number' || type === 'integer') && NUMBER.test(value) ? Number(value) : value;
  if (Array.isArray(value)) return value.map((entry) => withNumbers(items, entry));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      Object.hasOwn(properties, key) ? withNumbers(properties[key] ?? {}, entry) : entry,
    ]),
  );
}

/** Accepts a number as a string, except in an upsert: clause 2.2 shows which of its fields are numbers. */
export const lax: WorldCode = {
  words: Object.fromEntries(
    OPERATIONS.filter((each) => takesBody(each) && each.id !== 'upsertProducts').map(
      ({ id, body }): [string, OperationWords] => [
        id,
        { body: { ...SAME, take: (theirs) => withNumbers(body, theirs) } },
      ],
    ),
  ),
};
