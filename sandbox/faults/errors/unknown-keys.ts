import { ApiError } from '../../http/api-error.js';
import type { Operation, OperationRequest } from '../../http/operation.js';
import { isObject } from '../../schema/check.js';
import { type Fault, type Lie, liesIn } from '../fault.js';
import { handledBy } from '../handling.js';
import { ALL, BATCH_WRITES, WITH_BODY } from '../operation-sets.js';

/** Faults of keys in a request that the operation doesn't know. */
export const unknownKeyFaults: readonly Fault[] = [
  ...liesIn(ALL, {
    'ERR-14 refuses-unknown-parameters': refusing('parameter of the query', ({ query }, operation) =>
      unknownKey(query, operation.query),
    ),
  }),
  ...liesIn(WITH_BODY, {
    'ERR-14 refuses-unknown-fields': refusing('field of the body', ({ body }, operation) =>
      unknownKey(body, operation.body),
    ),
  }),
  ...liesIn(BATCH_WRITES, {
    'ERR-14 refuses-unknown-fields-of-items': refusing('field of an item', ({ body }, operation) => {
      const schema = propertyOf(operation.body, 'items');
      const items = isObject(body) && Array.isArray(body.items) ? body.items : [];
      return items
        .map((item) => unknownKey(item, isObject(schema) ? schema.items : undefined))
        .find((key) => key !== undefined);
    }),
  }),
];

function refusing(
  name: string,
  find: (request: OperationRequest, operation: Operation) => string | undefined,
): Lie {
  return [
    `It answers 400 to an unknown ${name}.`,
    `requests with an unknown ${name}`,
    handledBy((request, operation, next) => {
      const key = find(request, operation);
      if (key !== undefined) throw new ApiError(400, `${key} is not known`);
      return next(request);
    }),
  ];
}

/** The first key of an object that its schema doesn't have. */
function unknownKey(value: unknown, schema: unknown): string | undefined {
  return Object.keys(isObject(value) ? value : {}).find((key) => propertyOf(schema, key) === undefined);
}

function propertyOf(schema: unknown, key: string): unknown {
  const properties = isObject(schema) ? schema.properties : undefined;
  return isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
}
