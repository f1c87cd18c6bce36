import { ApiError } from '../../http/api-error.js';
import type { Operation, OperationRequest } from '../../http/operation.js';
import type { OperationId } from '../../http/rate-limits.js';
import { isObject } from '../../schema/check.js';
import type { Fault } from '../fault.js';
import { handledBy } from '../handling.js';
import { ALL, BATCH_WRITES, WITH_BODY } from '../operation-sets.js';

/** Faults of keys in a request that the operation doesn't know. */
export const unknownKeyFaults: readonly Fault[] = [
  refusing('refuses-unknown-parameters', 'parameter of the query', ALL, ({ query }, operation) =>
    unknownKey(query, operation.query),
  ),
  refusing('refuses-unknown-fields', 'field of the body', WITH_BODY, ({ body }, operation) =>
    unknownKey(body, operation.body),
  ),
  refusing('refuses-unknown-fields-of-items', 'field of an item', BATCH_WRITES, ({ body }, operation) => {
    const schema = propertyOf(operation.body, 'items');
    const items = isObject(body) && Array.isArray(body.items) ? body.items : [];
    return items
      .map((item) => unknownKey(item, isObject(schema) ? schema.items : undefined))
      .find((key) => key !== undefined);
  }),
];

function refusing(
  id: string,
  name: string,
  operations: readonly OperationId[],
  find: (request: OperationRequest, operation: Operation) => string | undefined,
): Fault {
  return {
    id,
    violates: 'ERR-14',
    does: `It answers 400 to an unknown ${name}.`,
    operations,
    showsFor: `requests with an unknown ${name}`,
    plant: (clean, plantedIn) =>
      handledBy(clean, plantedIn, (request, operation, next) => {
        const key = find(request, operation);
        if (key !== undefined) throw new ApiError(400, `${key} is not known`);
        return next(request);
      }),
  };
}

/** The first key of an object that its schema doesn't have. */
function unknownKey(value: unknown, schema: unknown): string | undefined {
  return Object.keys(isObject(value) ? value : {}).find((key) => propertyOf(schema, key) === undefined);
}

function propertyOf(schema: unknown, key: string): unknown {
  const properties = isObject(schema) ? schema.properties : undefined;
  return isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
}
