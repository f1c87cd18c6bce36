import type { Merchant, Merchants } from '../domain/merchants.js';
import { createRateLimiter } from '../domain/rate-limiter.js';
import { UnreadableBody } from '../http/json-body.js';
import { type Operation, type OperationRequest, takesBody } from '../http/operation.js';
import type { Caller } from '../http/serve-operations.js';
import { assertShape, isObject, ShapeError } from '../schema/check.js';
import { type Asked, type Fault, fresh, liesIn, type Plant, together } from './fault.js';
import {
  authenticatedBy,
  headerNamesOf,
  type KeyedRequest,
  paramsOf,
  unauthenticated,
  whenRefused,
  withKeyRule,
} from './plants/callers.js';
import { keepingFirst } from './plants/memory.js';
import * as at from './plants/operations.js';
import { attempt, changed, handledBy, onObject, onText, viewOf } from './plants/requests.js';
import {
  asError,
  changedAt,
  changedJson,
  changedSent,
  isAny,
  isRefusal,
  isSuccess,
  sendingError,
  sendingStatus,
  withHeaders,
  withoutBody,
  withoutLimits,
} from './plants/responses.js';

const HOUR = 3_600_000;

/** The number of characters that an incomplete comparison of keys looks at. */
const COMPARED = 24;

function isAuthenticated({ merchant }: Asked): boolean {
  return merchant !== undefined;
}

function isWithoutKey({ headers }: Pick<Asked, 'headers'>): boolean {
  return headers['x-api-key'] === undefined;
}

function keyOf({ headers }: Pick<Asked, 'headers'>): string {
  return String(headers['x-api-key'] ?? '');
}

/** Makes the service accept keys that resemble a valid one. */
function accepting(isAlike: (given: string, key: string) => boolean): Plant {
  return whenRefused((request, { known }) => known.find((key) => isAlike(keyOf(request), key)));
}

/** Makes the service accept a valid key in other strings of a request. */
function finding(textsOf: (request: KeyedRequest) => readonly unknown[]): Plant {
  return whenRefused((request, { known }) => known.find((key) => textsOf(request).includes(key)));
}

/** Makes the service ignore the key if `isMeant` selects the name of its header. */
function refusingNames(isMeant: (name: string) => boolean): Plant {
  return authenticatedBy((request, merchants, clean) => {
    const name = headerNamesOf(request).find((each) => each.toLowerCase() === 'x-api-key') ?? '';
    if (isMeant(name)) throw unauthenticated();
    return clean(request, merchants);
  });
}

function isCategory({ referenceData }: Merchants, asked: string, id: string): boolean {
  return asked === id && referenceData.categories.some((category) => String(category.id) === id);
}

/** Plants an action on each request without a valid key, for each merchant in turn, before it is answered with 401. */
function forStrangers(
  act: (operation: Operation, request: OperationRequest, handle: () => Promise<void>) => Promise<void>,
): Plant {
  return fresh(() => {
    const strangers = new WeakMap<Merchant, readonly Merchant[]>();
    return together(
      whenRefused((_request, { callers }) => {
        const view = ({ merchant }: Caller) => viewOf(merchant, { rateLimiter: createRateLimiter() });
        const [first, ...others] = callers;
        const merchant = view(first);
        strangers.set(merchant, [merchant, ...others.map(view)]);
        return { key: first.key, merchant };
      }),
      handledBy(async (request, next, operation) => {
        const merchants = strangers.get(request.merchant);
        if (merchants === undefined) return next(request);
        for (const merchant of merchants)
          await act(operation, request, () => attempt(next, { ...request, merchant }));
        throw unauthenticated();
      }),
      changedSent((sent, { merchant }) =>
        merchant !== undefined && strangers.has(merchant) ? withoutLimits(sent) : sent,
      ),
    );
  });
}

/** Faults in accepting, refusing and giving away keys (clause 5). */
export const authenticationFaults: readonly Fault[] = [
  ...liesIn(at.ALL, {
    'AUTH-02 answers-without-key': whenRefused((request, { callers: [latest] }) =>
      isWithoutKey(request) ? latest : undefined,
    ),
    'AUTH-03 accepts-any-key': whenRefused((request, { callers: [latest] }) =>
      keyOf(request).trim() === '' ? undefined : latest,
    ),
    'AUTH-03 accepts-key-in-other-case': accepting((given, key) => given.toLowerCase() === key.toLowerCase()),
    'AUTH-03 compares-beginning-of-key': accepting(
      (given, key) => given.slice(0, COMPARED) === key.slice(0, COMPARED),
    ),
    'AUTH-03 finds-key-in-longer-text': accepting((given, key) => given.includes(key)),
    'AUTH-04 accepts-expired-key': withKeyRule((key) => key.revokedAt === undefined),
    'AUTH-04 accepts-key-for-hour-after-expiry': withKeyRule((key, now, clean) => clean(key, now - HOUR)),
    'AUTH-05 accepts-empty-key': whenRefused((request, { callers: [latest] }) =>
      !isWithoutKey(request) && keyOf(request).trim() === '' ? latest : undefined,
    ),
    'AUTH-10 accepts-revoked-key': withKeyRule(
      ({ expiresAt }, now) => expiresAt === undefined || now < expiresAt,
    ),
    'AUTH-10 revokes-keys-hour-late': withKeyRule(({ revokedAt, ...key }, now, clean) =>
      clean(revokedAt === undefined || now < revokedAt + HOUR ? key : { ...key, revokedAt }, now),
    ),
    'AUTH-06 accepts-key-in-query': finding(({ query }) => Object.values(isObject(query) ? query : {})),
    'AUTH-06 accepts-key-as-authorization': finding(({ headers }) =>
      (headers.authorization ?? '').split(' '),
    ),
    'AUTH-06 accepts-key-in-cookie': finding(({ headers }) => (headers.cookie ?? '').split(/[;=\s]+/)),
    'AUTH-06 accepts-key-in-other-header': finding(({ headers: { authorization, cookie, ...others } }) =>
      Object.values(others).flat(),
    ),
    'AUTH-07 reads-header-name-as-documented-only': refusingNames((name) => name !== 'X-API-Key'),
    'AUTH-07 refuses-header-name-in-mixed-case': refusingNames((name) => /[a-z][A-Z]/.test(name)),
    'AUTH-01 forbids-valid-key': sendingError(
      isAny,
      403,
      'The key has no permission for this',
      isAuthenticated,
    ),
    'AUTH-01 refuses-all-but-first-key': keepingFirst<string>((firstOf) =>
      authenticatedBy((request, merchants, clean) => {
        const caller = clean(request, merchants);
        if (firstOf(caller.merchant, caller.key.id) !== caller.key.id) throw unauthenticated();
        return caller;
      }),
    ),
    'AUTH-02 answers-missing-key-with-400': sendingError(
      401,
      400,
      'The header X-API-Key is required',
      isWithoutKey,
    ),
    'AUTH-02 sends-401-without-body': changedAt(401, withoutBody, isWithoutKey),
    'AUTH-03 forbids-unknown-key': sendingStatus(401, 403, (asked) => !isWithoutKey(asked)),
    'AUTH-05 answers-empty-key-with-400': sendingError(
      401,
      400,
      'The header X-API-Key must not be empty',
      (asked) => !isWithoutKey(asked) && keyOf(asked).trim() === '',
    ),
    'AUTH-11 repeats-key-in-header': changedAt(
      isAny,
      (sent, asked) => withHeaders(sent, { 'x-api-key': keyOf(asked) }),
      isAuthenticated,
    ),
  }),
  ...liesIn(at.WITH_ID, {
    'AUTH-02 looks-up-id-before-key': fresh(() => {
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
  }),
  ...liesIn(at.REFUSING, {
    'AUTH-11 repeats-key-in-errors': changedJson(isRefusal, (body, asked) =>
      asked.merchant !== undefined && isObject(body)
        ? { message: `The request with key ${keyOf(asked)} is refused: ${body.message}` }
        : body,
    ),
  }),
  ...liesIn(at.PAGED, {
    'AUTH-11 repeats-key-in-next-link': changedJson(isSuccess, (body, asked) => {
      const withKey = onText((link) => `${link}&api_key=${keyOf(asked)}`);
      const leaking = onObject((pagination) => changed(pagination, ['next'], withKey));
      return onObject((page) => changed(page, ['pagination'], leaking))(body);
    }),
  }),
  ...liesIn(at.WITH_BODY, {
    'AUTH-08 validates-before-authenticating': forStrangers(async (operation, { body }) => {
      if (takesBody(operation) && body instanceof UnreadableBody) throw new ShapeError(body.problem);
      assertShape(operation.body, body, 'body');
    }),
  }),
  ...liesIn(at.WRITES, {
    'AUTH-08 carries-out-unauthenticated-write': forStrangers((_operation, _request, handle) => handle()),
  }),
  ...liesIn(at.BATCH_WRITES, {
    'AUTH-08 carries-out-unauthenticated-large-batch': forStrangers(
      async (_operation, { itemTexts }, handle) => {
        if (itemTexts.length > 1) await handle();
      },
    ),
  }),
];
