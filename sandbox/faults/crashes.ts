import { UnreadableBody } from '../http/json-body.js';
import type { OperationRequest } from '../http/operation.js';
import { isObject, ShapeError } from '../schema/check.js';
import { type Plant, type Plants, type Sent, together } from './fault.js';
import { itemsOf, withItems } from './plants/batches.js';
import { attempt, changeRequest, insteadOfRefusal, insteadOfUnknown } from './plants/requests.js';
import { asError, changedAt } from './plants/responses.js';

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

const LONG = 10_000;

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

/** Faults that answer bad input with 500 or not at all, or carry out a request that they refuse. */
export const crashPlants: Plants = {
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
  'fails-on-long-text': failing(({ body }) => textsIn(body).some(({ length }) => length > LONG)),
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
