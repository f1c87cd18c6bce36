import { ApiError, notFound } from '../http/errors.js';
import { UnreadableBody } from '../http/json-body.js';
import type { Operation, OperationRequest } from '../http/operation.js';
import { isObject, ShapeError } from '../schema/check.js';
import { type Plant, type Plants, type Sent, together } from './fault.js';
import { emptyBatch, itemsOf, withItems } from './plants/batches.js';
import { attempt, changeRequest, handledBy, insteadOfRefusal, insteadOfUnknown } from './plants/requests.js';
import {
  asError,
  changedAt,
  changedJson,
  changedSent,
  isEmptyList,
  isJson,
  isRefusal,
  isSuccess,
  sendingStatus,
  withoutBody,
} from './plants/responses.js';

/** The length in characters from which a fault cuts the body. */
const LONG_BODY = 4_096;

/** Plants a different message in errors with this status. */
function saying(status: number, reword: (message: string) => string) {
  return changedJson(status, (body) => ({ message: reword(isObject(body) ? String(body.message) : '') }));
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const UUID_LENGTH = 36;

/** Plants a different way to read a batch id; undefined stands for an id that is not found. */
function reading(read: (given: unknown) => unknown): Plant {
  return changeRequest((request) => {
    const batch_request_id = read(request.query.batch_request_id);
    if (batch_request_id === undefined) throw notFound('batch');
    return { ...request, query: { ...request.query, batch_request_id } };
  });
}

const WRITTEN_AT_RANDOM = /^[\da-f]{8}-[\da-f]{4}-4/i;

/** Plants a success with this body in place of a 404; if the body is undefined, the response is still 404. */
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

/** The strings, numbers and other plain values in a JSON value, keys of objects included. */
function leavesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  if (!isObject(value)) return [value];
  return Object.entries(value).flatMap(([key, entry]) => [key, ...leavesOf(entry)]);
}

function textsIn(value: unknown): string[] {
  return leavesOf(value).filter((leaf) => typeof leaf === 'string');
}

/** How deeply arrays and objects are nested; counts no further than `most`. */
function depthOf(value: unknown, most: number): number {
  if (most === 0 || (!Array.isArray(value) && !isObject(value))) return 0;
  return 1 + Math.max(0, ...Object.values(value).map((entry) => depthOf(entry, most - 1)));
}

/** The most items of a refused batch that are carried out. */
const MOST_ITEMS = 10;

function createWebhook({ merchant: { subscriptions } }: OperationRequest): undefined {
  if (subscriptions.all().length < 100)
    subscriptions.create({ events: ['order.created'], url: 'https://receiver.invalid/' });
}

const DEEP = 20;

const LONG_TEXT = 10_000;

const LONG_ID = 255;

/** Plants a service that notices deep nesting, but whose refusal never reaches the caller. */
function choking(change: Pick<Sent, 'cutAfter' | 'delay'>): Plant {
  return together(
    failing(isDeep),
    changedAt(500, (sent) => ({ ...asError(sent, 400, 'The body is nested too deeply'), ...change })),
  );
}

function failing(isHostile: (request: OperationRequest) => boolean): Plant {
  return changeRequest((request) => {
    if (isHostile(request)) throw new Error('The input was not expected');
    return request;
  });
}

function isDeep({ body }: Pick<OperationRequest, 'body'>): boolean {
  return complains(body, /deeper/) || depthOf(body, DEEP + 1) > DEEP;
}

/** Whether a body could not be read for a reason that matches these words. */
function complains(body: unknown, words: RegExp): boolean {
  return body instanceof UnreadableBody && words.test(body.problem);
}

/**
 * Faults in the bodies, messages and statuses of errors, in refusing requests, and in carrying out refused
 * requests (clause 7).
 */
export const errorPlants: Plants = {
  'calls-message-error': changedJson(
    (status) => isRefusal(status) || status === 401,
    (body) => (isObject(body) ? { error: body.message } : body),
  ),
  'tells-path-of-key-file': saying(401, () => 'No such key in /var/lib/seller-api/keys/active.json'),
  'sends-message-as-list': changedJson(400, (body) => (isObject(body) ? { message: [body.message] } : body)),
  'adds-warning-to-json': changedAt(isSuccess, (sent) =>
    isJson(sent) ? { ...sent, body: `${sent.body}\nWarning: connection pool exhausted` } : sent,
  ),
  'cuts-connection-in-body': changedAt(isSuccess, (sent) =>
    isJson(sent) ? { ...sent, cutAfter: Math.floor(Buffer.byteLength(sent.body) / 2) } : sent,
  ),
  'cuts-long-json': changedSent((sent) =>
    isJson(sent) && sent.body.length > LONG_BODY
      ? { ...sent, body: String(sent.body).slice(0, LONG_BODY) }
      : sent,
  ),
  'claims-shorter-length': changedSent((sent) => {
    const claimedLength = String(sent.body).length;
    return isJson(sent) && claimedLength < Buffer.byteLength(sent.body) ? { ...sent, claimedLength } : sent;
  }),
  'sends-stack-trace': changedJson(400, (body) => ({
    ...(isObject(body) && body),
    stack: 'Error: invalid\n    at validate (/srv/app/dist/validate.js:41:13)\n    at process.processTicks',
  })),
  'says-only-that-request-is-bad': saying(400, () => 'Bad request'),
  'tells-query-of-lookup': saying(
    404,
    () => 'No rows for SELECT * FROM records WHERE merchant_id = 17 AND id = $1 LIMIT 1',
  ),
  'names-no-field-of-items': saying(400, (message) =>
    message.replace(/^(items\[\d+\])\..*$/s, '$1 is invalid'),
  ),
  'answers-later-page-with-206': sendingStatus(200, 206, ({ query }) => Number(query.page) > 1),
  'answers-empty-page-with-204': changedAt(200, (sent) =>
    isEmptyList(sent) ? { ...withoutBody(sent), status: 204 } : sent,
  ),
  'takes-missing-status-batch-id-for-unknown': reading((given) =>
    given === undefined || given === '' ? undefined : given,
  ),
  'takes-malformed-status-batch-id-for-unknown': reading((given) =>
    typeof given === 'string' && given !== '' && !UUID.test(given) ? undefined : given,
  ),
  'takes-beginning-of-long-status-batch-id': reading((given) =>
    typeof given === 'string' ? given.slice(0, UUID_LENGTH) : given,
  ),
  'takes-first-of-repeated-status-batch-id': reading((given) => (Array.isArray(given) ? given[0] : given)),
  'answers-unknown-status-batch-with-null': answering(() => null),
  'answers-unknown-status-batch-as-pending': answeringAs('pending'),
  'answers-unknown-batch-as-completed': answeringAs('completed'),
  'takes-other-uuid-versions-for-malformed': reading((id) => {
    if (typeof id === 'string' && id.length === UUID_LENGTH && !WRITTEN_AT_RANDOM.test(id))
      throw new ApiError(400, 'batch_request_id must be a UUID of version 4');
    return id;
  }),
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
  'creates-webhook-that-it-refuses': insteadOfRefusal((error, request) =>
    error instanceof ShapeError ? createWebhook(request) : undefined,
  ),
  'changes-webhook-before-refusing': insteadOfRefusal(async (error, request, next) => {
    if (!(error instanceof ShapeError) || !isObject(request.body)) return undefined;
    for (const [name, value] of Object.entries(request.body))
      if (['events', 'url', 'description', 'enabled'].includes(name))
        await attempt(next, { ...request, body: { [name]: value } });
    return undefined;
  }),
  'creates-webhook-for-unknown-id': insteadOfUnknown(createWebhook),
  'deletes-last-webhook-for-unknown-id': insteadOfUnknown(({ merchant: { subscriptions } }) => {
    subscriptions.remove(subscriptions.all().at(-1)?.id ?? '');
    return undefined;
  }),
  'carries-out-valid-items-of-refused-batch': insteadOfRefusal(async (error, request, next) => {
    if (!(error instanceof ShapeError) || request.body instanceof UnreadableBody) return undefined;
    const count = Math.min(itemsOf(request.body)?.length ?? 0, MOST_ITEMS);
    for (let index = 0; index < count; index += 1) await attempt(next, withItems(request, index, index + 1));
    return undefined;
  }),
  'fails-on-broken-json': failing(({ body }) => complains(body, /JSON in UTF-8/)),
  'fails-on-other-content-type': failing(({ body }) => complains(body, /content-type/)),
  'fails-on-deep-nesting': failing(isDeep),
  'fails-on-huge-number': failing(
    ({ body }) =>
      complains(body, /range/) ||
      leavesOf(body).some((leaf) => typeof leaf === 'number' && Math.abs(leaf) > Number.MAX_SAFE_INTEGER),
  ),
  'fails-on-lone-surrogate': failing(({ body }) => textsIn(body).some((text) => /\p{Surrogate}/u.test(text))),
  'fails-on-long-text': failing(({ body }) => textsIn(body).some(({ length }) => length > LONG_TEXT)),
  'cuts-connection-on-deep-nesting': choking({ cutAfter: 1 }),
  'hangs-on-deep-nesting': choking({ delay: 30_000 }),
  'fails-on-nul': failing(({ body, query, params }) =>
    textsIn([body, query, params]).some((text) => text.includes('\0')),
  ),
  'fails-on-long-id': failing(({ params }) => Object.values(params).some(({ length }) => length > LONG_ID)),
  'fails-on-malformed-batch-id': failing(({ query }) => {
    const id = query.batch_request_id;
    return typeof id === 'string' && !/^[\da-f-]{36}$/i.test(id);
  }),
  'fails-on-word-for-page': failing(({ query }) =>
    [query.page, query.per_page].some((text) => typeof text === 'string' && Number.isNaN(Number(text))),
  ),
};
