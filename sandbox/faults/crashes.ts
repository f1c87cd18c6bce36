import { ApiError } from '../http/errors.js';
import { UnreadableBody } from '../http/json-body.js';
import type { OperationRequest } from '../http/operation.js';
import { isObject, ShapeError } from '../schema/check.js';
import { type Fault, type Lie, liesIn, type Plant, type Sent, together } from './fault.js';
import { itemsOf, withItems } from './plants/batches.js';
import {
  BATCH_WRITES,
  changeRequest,
  insteadOfRefusal,
  PAGED,
  RESULTS,
  WITH_BODY,
  WITH_ID,
  WITH_QUERY,
} from './plants/requests.js';
import { asError, changedAt } from './plants/responses.js';

/** The strings, numbers and other plain values in a JSON value, keys of objects included. */
function leavesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  if (!isObject(value)) return [value];
  return Object.entries(value).flatMap(([key, entry]) => [key, ...leavesOf(entry)]);
}

/** How deeply arrays and objects are nested; counts no further than `most`. */
function depthOf(value: unknown, most: number): number {
  if (most === 0 || (!Array.isArray(value) && !isObject(value))) return 0;
  return 1 + Math.max(0, ...Object.values(value).map((entry) => depthOf(entry, most - 1)));
}

/** The most items of a refused batch that are carried out. */
const MOST_ITEMS = 10;

function createWebhook({ merchant: { subscriptions } }: OperationRequest): undefined {
  if (subscriptions.size < 100)
    subscriptions.create({ events: ['order.created'], url: 'https://receiver.invalid/' });
}

/** Carries out an action that may be refused. */
async function attempt(act: () => unknown): Promise<void> {
  try {
    await act();
  } catch {
    // A second refusal has no effect, as intended.
  }
}

const DEEP = 20;

const LONG = 10_000;

const LONG_ID = 255;

const NESTED = 'bodies with arrays or objects nested more than 20 deep';

function crashing(inputs: string, isHostile: (request: OperationRequest) => boolean): Lie {
  return [`It answers 500 to ${inputs}.`, inputs, failing(isHostile)];
}

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
export const crashFaults: readonly Fault[] = [
  ...liesIn(['createWebhook'], {
    'ERR-10 creates-webhook-that-it-refuses': [
      'It creates a webhook subscription before it refuses the request.',
      insteadOfRefusal((error, request) =>
        error instanceof ShapeError ? createWebhook(request) : undefined,
      ),
    ],
  }),
  ...liesIn(['updateWebhook'], {
    'ERR-10 changes-webhook-before-refusing': [
      'It applies the valid fields of a change before it refuses the invalid ones.',
      'changes with both valid and invalid fields',
      insteadOfRefusal(async (error, request, next) => {
        if (!(error instanceof ShapeError) || !isObject(request.body)) return undefined;
        for (const [name, value] of Object.entries(request.body))
          if (['events', 'url', 'description', 'enabled'].includes(name))
            await attempt(() => next({ ...request, body: { [name]: value } }));
        return undefined;
      }),
    ],
    'ERR-10 creates-webhook-for-unknown-id': [
      'It answers 404 to a change of an unknown webhook subscription, but creates a new one.',
      'ids that do not exist',
      insteadOfRefusal((error, request) =>
        error instanceof ApiError && error.status === 404 ? createWebhook(request) : undefined,
      ),
    ],
  }),
  ...liesIn(['deleteWebhook'], {
    'ERR-10 deletes-last-webhook-for-unknown-id': [
      'It answers 404 to the deletion of an unknown webhook subscription, but deletes the newest one.',
      'ids that do not exist',
      insteadOfRefusal((error, { merchant: { subscriptions } }) => {
        const last = subscriptions.all().at(-1);
        if (error instanceof ApiError && error.status === 404 && last !== undefined)
          subscriptions.remove(last.id);
        return undefined;
      }),
    ],
  }),
  ...liesIn(BATCH_WRITES, {
    'ERR-10 carries-out-valid-items-of-refused-batch': [
      'It answers 400 to a batch with an invalid item, but carries out the valid ones.',
      'batches with both valid and invalid items',
      insteadOfRefusal(async (error, request, next) => {
        if (!(error instanceof ShapeError) || request.body instanceof UnreadableBody) return undefined;
        const count = Math.min(itemsOf(request.body)?.length ?? 0, MOST_ITEMS);
        for (let index = 0; index < count; index += 1)
          await attempt(() => next(withItems(request, index, index + 1)));
        return undefined;
      }),
    ],
  }),
  ...liesIn(WITH_BODY, {
    'ERR-08 fails-on-broken-json': crashing('bodies that are not JSON', ({ body }) =>
      complains(body, /JSON in UTF-8/),
    ),
    'ERR-08 fails-on-other-content-type': crashing('bodies that are not declared as JSON', ({ body }) =>
      complains(body, /content-type/),
    ),
    'ERR-08 fails-on-deep-nesting': crashing(NESTED, isDeep),
    'ERR-08 fails-on-huge-number': crashing(
      'numbers beyond 2^53',
      ({ body }) =>
        complains(body, /range/) ||
        leavesOf(body).some((leaf) => typeof leaf === 'number' && Math.abs(leaf) > Number.MAX_SAFE_INTEGER),
    ),
    'ERR-08 fails-on-lone-surrogate': crashing('strings with a lone surrogate', ({ body }) =>
      leavesOf(body).some((leaf) => typeof leaf === 'string' && /\p{Surrogate}/u.test(leaf)),
    ),
    'ERR-08 fails-on-long-text': crashing('strings of more than 10000 characters', ({ body }) =>
      leavesOf(body).some((leaf) => typeof leaf === 'string' && leaf.length > LONG),
    ),
    'ERR-08 cuts-connection-on-deep-nesting': [
      'It cuts the connection in response to a deeply nested body.',
      NESTED,
      choking({ cutAfter: 1 }),
    ],
    'ERR-08 hangs-on-deep-nesting': [
      'It takes half a minute to answer a deeply nested body.',
      NESTED,
      choking({ delay: 30_000 }),
    ],
  }),
  ...liesIn([...new Set([...WITH_BODY, ...WITH_QUERY, ...WITH_ID])], {
    'ERR-08 fails-on-nul': crashing('strings with a NUL', ({ body, query, params }) =>
      leavesOf([body, query, params]).some((leaf) => typeof leaf === 'string' && leaf.includes('\0')),
    ),
  }),
  ...liesIn(WITH_ID, {
    'ERR-08 fails-on-long-id': crashing('ids of more than 255 characters', ({ params }) =>
      Object.values(params).some((id) => id.length > LONG_ID),
    ),
  }),
  ...liesIn(RESULTS, {
    'ERR-08 fails-on-malformed-batch-id': crashing('batch ids that are not UUIDs', ({ query }) => {
      const id = query.batch_request_id;
      return typeof id === 'string' && !/^[\da-f-]{36}$/i.test(id);
    }),
  }),
  ...liesIn(PAGED, {
    'ERR-08 fails-on-word-for-page': crashing('page numbers that are not numbers', ({ query }) =>
      [query.page, query.per_page].some((text) => typeof text === 'string' && Number.isNaN(Number(text))),
    ),
  }),
];
