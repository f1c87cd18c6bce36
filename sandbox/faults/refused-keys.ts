import type { Merchant, Merchants } from '../domain/merchants.js';
import type { RateLimiter } from '../domain/rate-limiter.js';
import { UnreadableBody } from '../http/json-body.js';
import { type Operation, type OperationRequest, takesBody } from '../http/operation.js';
import { assertShape, isObject, ShapeError } from '../schema/check.js';
import { type Asked, type Fault, fresh, liesIn, type Plant, together } from './fault.js';
import {
  asError,
  changedAt,
  changedJson,
  changedSent,
  isRefusal,
  isSuccess,
  withHeaders,
  withoutBody,
  withoutLimits,
} from './plants/answers.js';
import { authenticatedBy, paramsOf, unauthenticated, whenRefused } from './plants/callers.js';
import {
  ALL,
  BATCH_WRITES,
  handledBy,
  PAGED,
  REFUSING,
  viewOf,
  WITH_BODY,
  WITH_ID,
  WRITES,
} from './plants/requests.js';

/** Faults in the answers to keys, valid and invalid ones. */
export const refusedKeyFaults: readonly Fault[] = [
  ...liesIn(ALL, {
    'AUTH-01 forbids-valid-key': [
      'It answers 403 to a valid key.',
      changedSent((sent, { merchant }) =>
        merchant === undefined ? sent : asError(sent, 403, 'The key has no permission for this'),
      ),
    ],
    'AUTH-01 refuses-all-but-first-key': [
      'It answers 401 to all valid keys of a merchant except the one that was used first.',
      'the second key of a merchant',
      fresh(() => {
        const first = new WeakMap<object, string>();
        return authenticatedBy((request, merchants, clean) => {
          const caller = clean(request, merchants);
          const expected = first.get(caller.merchant) ?? caller.key.id;
          first.set(caller.merchant, expected);
          if (caller.key.id !== expected) throw unauthenticated();
          return caller;
        });
      }),
    ],
    'AUTH-02 answers-missing-key-with-400': [
      'It answers 400 to a request without the header of the key.',
      changedAt(401, (sent, { headers }) =>
        headers['x-api-key'] === undefined ? asError(sent, 400, 'The header X-API-Key is required') : sent,
      ),
    ],
    'AUTH-02 sends-401-without-body': [
      'It answers a missing key with 401 and an empty body.',
      changedAt(401, (sent, { headers }) => (headers['x-api-key'] === undefined ? withoutBody(sent) : sent)),
    ],
    'AUTH-03 forbids-unknown-key': [
      'It answers an unknown key with 403.',
      changedAt(401, (sent, { headers }) =>
        headers['x-api-key'] === undefined ? sent : { ...sent, status: 403 },
      ),
    ],
    'AUTH-05 answers-empty-key-with-400': [
      'It answers an empty key with 400.',
      changedAt(401, (sent, { headers }) =>
        String(headers['x-api-key'] ?? '-').trim() === ''
          ? asError(sent, 400, 'The header X-API-Key must not be empty')
          : sent,
      ),
    ],
  }),
  ...liesIn(WITH_ID, {
    'AUTH-02 looks-up-id-before-key': [
      'It answers 404 to an unknown id before it looks at the key.',
      'ids that do not exist',
      fresh(() => {
        let isKnown: (id: string) => boolean = () => false;
        return together(
          authenticatedBy((request, merchants, clean) => {
            const caller = clean(request, merchants);
            const { subscriptions, orders, reports } = caller.merchant;
            isKnown = (id) =>
              subscriptions.find(id) !== undefined ||
              orders.find(id) !== undefined ||
              reports.some((report) => report.id === id) ||
              isCategory(merchants, String(paramsOf(request).id), id);
            return caller;
          }),
          changedAt(401, (sent, { params }) =>
            Object.values(params).some(isKnown) ? sent : asError(sent, 404, 'There is no such thing'),
          ),
        );
      }),
    ],
  }),
];

function isCategory({ referenceData }: Merchants, asked: string, id: string): boolean {
  return asked === id && referenceData.categories.some((category) => String(category.id) === id);
}

/** Faults that give the key away. */
export const repeatedKeyFaults: readonly Fault[] = [
  ...liesIn(ALL, {
    'AUTH-11 repeats-key-in-header': [
      'It repeats the key in a header of its answers.',
      changedSent((sent, asked) =>
        asked.merchant === undefined ? sent : withHeaders(sent, { 'x-api-key': keyOf(asked) }),
      ),
    ],
  }),
  ...liesIn(REFUSING, {
    'AUTH-11 repeats-key-in-errors': [
      'It names the key in the message of a 400 or 404.',
      'requests that are answered 400 or 404',
      changedJson(isRefusal, (body, asked) =>
        asked.merchant !== undefined && isObject(body)
          ? { message: `The request with key ${keyOf(asked)} is refused: ${body.message}` }
          : body,
      ),
    ],
  }),
  ...liesIn(PAGED, {
    'AUTH-11 repeats-key-in-next-link': [
      'It puts the key into the link to the next page.',
      'pages that have a next one',
      changedJson(isSuccess, (body, asked) => {
        if (!isObject(body) || !isObject(body.pagination)) return body;
        const { pagination } = body;
        const { next } = pagination;
        if (typeof next !== 'string') return body;
        return { ...body, pagination: { ...pagination, next: `${next}&api_key=${keyOf(asked)}` } };
      }),
    ],
  }),
];

function keyOf({ headers }: Asked): string {
  return String(headers['x-api-key']);
}

/** Faults of writes without a valid key. */
export const unauthenticatedWriteFaults: readonly Fault[] = [
  ...liesIn(WITH_BODY, {
    'AUTH-08 validates-before-authenticating': [
      'It answers 400 to an invalid body before it looks at the key.',
      'invalid bodies',
      forStrangers(async (operation, { body }) => {
        if (takesBody(operation) && body instanceof UnreadableBody) throw new ShapeError(body.problem);
        assertShape(operation.body, body, 'body');
      }),
    ],
  }),
  ...liesIn(WRITES, {
    'AUTH-08 carries-out-unauthenticated-write': [
      'It carries out a write without a valid key, and then answers 401.',
      forStrangers(async (_operation, _request, handle) => {
        await handle().catch(() => undefined);
      }),
    ],
  }),
  ...liesIn(BATCH_WRITES, {
    'AUTH-08 carries-out-unauthenticated-large-batch': [
      'It carries out a batch of several items without a valid key, and then answers 401.',
      'batches with more than one item',
      forStrangers(async (_operation, { itemTexts }, handle) => {
        if (itemTexts.length > 1) await handle().catch(() => undefined);
      }),
    ],
  }),
];

/** Plants an action on each request without a valid key before it is answered 401. */
function forStrangers(
  act: (operation: Operation, request: OperationRequest, handle: () => Promise<unknown>) => Promise<void>,
): Plant {
  return fresh(() => {
    const strangers = new WeakSet<Merchant>();
    return together(
      whenRefused((_request, { last }) => {
        const count: RateLimiter['count'] = (_key, _operation, limit) => ({
          allowed: true,
          limit,
          remaining: limit,
          resetSeconds: 60,
        });
        const merchant = viewOf(last.merchant, { rateLimiter: { count, clear: () => undefined } });
        strangers.add(merchant);
        return { key: last.key, merchant };
      }),
      handledBy(async (request, next, operation) => {
        if (!strangers.has(request.merchant)) return next(request);
        await act(operation, request, async () => next(request));
        throw unauthenticated();
      }),
      changedSent((sent, { merchant }) =>
        merchant !== undefined && strangers.has(merchant) ? withoutLimits(sent) : sent,
      ),
    );
  });
}
