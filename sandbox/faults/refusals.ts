import { ApiError, notFound } from '../http/errors.js';
import { UnreadableBody } from '../http/json-body.js';
import type { Operation, OperationRequest } from '../http/operation.js';
import { isObject } from '../schema/check.js';
import type { Plant, Plants } from './fault.js';
import { emptyBatch, itemsOf } from './plants/batches.js';
import { changeRequest, handledBy, insteadOfUnknown } from './plants/requests.js';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const UUID_LENGTH = 36;

/** Plants a different reading of a batch id; undefined stands for an id that is not found. */
function reading(read: (given: unknown) => unknown): Plant {
  return changeRequest((request) => {
    const batch_request_id = read(request.query.batch_request_id);
    if (batch_request_id === undefined) throw notFound('batch');
    return { ...request, query: { ...request.query, batch_request_id } };
  });
}

const MISSING = reading((given) => (given === undefined || given === '' ? undefined : given));

const MALFORMED = reading((given) =>
  typeof given === 'string' && given !== '' && !UUID.test(given) ? undefined : given,
);

const LONG = reading((given) => (typeof given === 'string' ? given.slice(0, UUID_LENGTH) : given));

const REPEATED = reading((given) => (Array.isArray(given) ? given[0] : given));

const WRITTEN_AT_RANDOM = /^[\da-f]{8}-[\da-f]{4}-4/i;

/** Plants a body in place of 404; for undefined, the response is still 404. */
function answering(bodyOf: (id: string) => unknown): Plant {
  return insteadOfUnknown(({ params, query }) => {
    const body = JSON.stringify(bodyOf(String(params.id ?? query.batch_request_id)));
    const headers = { 'content-type': 'application/json' };
    return body === undefined ? undefined : { status: 200, body, headers };
  });
}

/** Plants an empty result of a batch that doesn't exist. */
function answeringAs(status: string): Plant {
  return answering((batchRequestId) => ({ batchRequestId, status, items: [] }));
}

/** Plants a different way to find the items of a batch in a body; undefined leaves it to the clean sandbox. */
function taking(itemsIn: (body: unknown) => readonly unknown[] | undefined): Plant {
  return handledBy((request, next, operation) => {
    const items = itemsIn(request.body);
    if (items === undefined) return next(request);
    const response = items.length === 0 ? emptyBatch(operation, request) : undefined;
    const itemTexts = items.map((item) => JSON.stringify(item));
    return response ?? next({ ...request, body: { items }, itemTexts });
  });
}

function refusing(find: (request: OperationRequest, operation: Operation) => string | undefined): Plant {
  return handledBy((request, next, operation) => {
    const key = find(request, operation);
    if (key !== undefined) throw new ApiError(400, `${key} is not known`);
    return next(request);
  });
}

/** The first key of an object that its schema doesn't have. */
function unknownKey(value: unknown, schema: unknown): string | undefined {
  return Object.keys(isObject(value) ? value : {}).find((key) => propertyOf(schema, key) === undefined);
}

function propertyOf(schema: unknown, key: string): unknown {
  const properties = isObject(schema) ? schema.properties : undefined;
  return isObject(properties) && Object.hasOwn(properties, key) ? properties[key] : undefined;
}

/** Faults in refusing unknown ids, malformed batches and unknown keys (clause 7). */
export const refusalPlants: Plants = {
  'takes-missing-status-batch-id-for-unknown': MISSING,
  'takes-malformed-status-batch-id-for-unknown': MALFORMED,
  'takes-beginning-of-long-status-batch-id': LONG,
  'takes-first-of-repeated-status-batch-id': REPEATED,
  'answers-unknown-status-batch-with-null': answering(() => null),
  'answers-unknown-status-batch-as-pending': answeringAs('pending'),
  'takes-missing-batch-id-for-unknown': MISSING,
  'takes-malformed-batch-id-for-unknown': MALFORMED,
  'takes-beginning-of-long-batch-id': LONG,
  'takes-first-of-repeated-batch-id': REPEATED,
  'answers-unknown-batch-with-null': answering(() => null),
  'answers-unknown-batch-as-completed': answeringAs('completed'),
  'takes-other-uuid-versions-for-malformed': reading((id) => {
    if (typeof id === 'string' && id.length === UUID_LENGTH && !WRITTEN_AT_RANDOM.test(id))
      throw new ApiError(400, 'batch_request_id must be a UUID of version 4');
    return id;
  }),
  'answers-unknown-id-with-null': answering(() => null),
  'knows-every-category': answering(() => []),
  'knows-category-zero': answering((id) => (id === '0' ? [] : undefined)),
  'deletes-what-does-not-exist': insteadOfUnknown(() => ({ status: 204 })),
  'hands-out-empty-file-for-unknown-id': insteadOfUnknown((_request, _next, { response }) =>
    'mediaType' in response
      ? { status: 200, body: '', headers: { 'content-type': response.mediaType } }
      : undefined,
  ),
  'answers-unknown-id-with-400': insteadOfUnknown(() => {
    throw new ApiError(400, 'The id is invalid');
  }),
  'accepts-body-that-is-no-json': taking((body) => (body instanceof UnreadableBody ? [] : undefined)),
  'accepts-batch-without-items': taking((body) => (isObject(body) && !('items' in body) ? [] : undefined)),
  'takes-null-items-for-none': taking((body) => (isObject(body) && body.items === null ? [] : undefined)),
  'takes-bare-list-for-batch': taking((body) => (Array.isArray(body) ? body : undefined)),
  'takes-single-item-for-list': taking((body) => {
    if (!isObject(body) || !isObject(body.items)) return undefined;
    return Object.keys(body.items).length > 0 ? [body.items] : [];
  }),
  'refuses-unknown-fields-of-items': refusing(({ body }, operation) => {
    const schema = propertyOf(operation.body, 'items');
    return itemsOf(body)
      ?.map((item) => unknownKey(item, isObject(schema) ? schema.items : undefined))
      .find((key) => key !== undefined);
  }),
  'refuses-unknown-parameters': refusing(({ query }, operation) => unknownKey(query, operation.query)),
  'refuses-unknown-fields': refusing(({ body }, operation) => unknownKey(body, operation.body)),
};
