import type { Merchant } from '../domain/merchants.js';
import { createRateLimiter } from '../domain/rate-limiter.js';
import { UnreadableBody } from '../http/json-body.js';
import { type Operation, type OperationRequest, takesBody } from '../http/operation.js';
import type { Caller } from '../http/serve-operations.js';
import { assertShape, isObject, ShapeError } from '../schema/check.js';
import { type Asked, fresh, type Plant, type Plants, together } from './fault.js';
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
const DAY = 24 * HOUR;

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
  return whenRefused((request, { known }) => known.findLast((key) => isAlike(keyOf(request), key)));
}

/** Makes the service accept a valid key that is one of these strings in a request. */
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

/**
 * Plants an action that runs for each known merchant in turn before a request without a valid key is answered
 * with 401.
 */
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
export const authenticationPlants: Plants = {
  'answers-without-key': whenRefused((request, { callers: [latest] }) =>
    isWithoutKey(request) ? latest : undefined,
  ),
  'accepts-any-key': whenRefused((request, { callers: [latest] }) =>
    keyOf(request).trim() === '' ? undefined : latest,
  ),
  'accepts-key-in-other-case': accepting((given, key) => given.toLowerCase() === key.toLowerCase()),
  'compares-beginning-of-key': accepting((given, key) => given.slice(0, COMPARED) === key.slice(0, COMPARED)),
  'finds-key-in-longer-text': accepting((given, key) => given.includes(key)),
  'accepts-expired-key': withKeyRule((key) => key.revokedAt === undefined),
  'accepts-key-for-day-after-expiry': withKeyRule((key, now, clean) => clean(key, now - DAY)),
  'accepts-empty-key': whenRefused((request, { callers: [latest] }) =>
    !isWithoutKey(request) && keyOf(request).trim() === '' ? latest : undefined,
  ),
  'accepts-revoked-key': withKeyRule(({ expiresAt }, now) => expiresAt === undefined || now < expiresAt),
  'revokes-keys-hour-late': withKeyRule(({ revokedAt, ...key }, now, clean) =>
    clean(revokedAt === undefined || now < revokedAt + HOUR ? key : { ...key, revokedAt }, now),
  ),
  'accepts-key-in-query': finding(({ query }) => Object.values(isObject(query) ? query : {})),
  'accepts-key-as-authorization': finding(({ headers }) => (headers.authorization ?? '').split(' ')),
  'accepts-key-in-cookie': finding(({ headers }) => (headers.cookie ?? '').split(/[;=\s]+/)),
  'accepts-key-in-other-header': finding(({ headers: { authorization, cookie, ...others } }) =>
    Object.values(others).flat(),
  ),
  'reads-header-name-as-documented-only': refusingNames((name) => name !== 'X-API-Key'),
  'refuses-header-name-in-mixed-case': refusingNames((name) => /[a-z][A-Z]/.test(name)),
  'forbids-valid-key': sendingError(isAny, 403, 'The key has no permission for this', isAuthenticated),
  'refuses-all-but-first-key': keepingFirst<string>((firstOf) =>
    authenticatedBy((request, merchants, clean) => {
      const caller = clean(request, merchants);
      if (firstOf(caller.merchant, caller.key.id) !== caller.key.id) throw unauthenticated();
      return caller;
    }),
  ),
  'answers-missing-key-with-400': sendingError(401, 400, 'The header X-API-Key is required', isWithoutKey),
  'sends-401-without-body': changedAt(401, withoutBody, isWithoutKey),
  'forbids-unknown-key': sendingStatus(401, 403, (asked) => !isWithoutKey(asked)),
  'answers-empty-key-with-400': sendingError(
    401,
    400,
    'The header X-API-Key must not be empty',
    (asked) => !isWithoutKey(asked) && keyOf(asked).trim() === '',
  ),
  'repeats-key-in-header': changedAt(
    isAny,
    (sent, asked) => withHeaders(sent, { 'x-api-key': keyOf(asked) }),
    isAuthenticated,
  ),
  'looks-up-id-before-key': fresh(() => {
    let isKnown: (id: string) => boolean = () => false;
    return together(
      authenticatedBy((request, merchants, clean) => {
        const caller = clean(request, merchants);
        const { subscriptions, orders, reports } = caller.merchant;
        isKnown = (id) =>
          subscriptions.find(id) !== undefined ||
          orders.find(id) !== undefined ||
          reports.some((report) => report.id === id) ||
          (paramsOf(request).id === id &&
            merchants.referenceData.categories.some((each) => String(each.id) === id));
        return caller;
      }),
      changedAt(401, (sent, { params }) =>
        Object.values(params).some(isKnown) ? sent : asError(sent, 404, 'There is no such thing'),
      ),
    );
  }),
  'repeats-key-in-errors': changedJson(isRefusal, (body, asked) =>
    asked.merchant !== undefined && isObject(body)
      ? { message: `The request with key ${keyOf(asked)} is refused: ${body.message}` }
      : body,
  ),
  'repeats-key-in-next-link': changedJson(isSuccess, (body, asked) => {
    const withKey = onText((link) => `${link}&api_key=${keyOf(asked)}`);
    const leaking = onObject((pagination) => changed(pagination, ['next'], withKey));
    return onObject((page) => changed(page, ['pagination'], leaking))(body);
  }),
  'validates-before-authenticating': forStrangers(async (operation, { body }) => {
    if (takesBody(operation) && body instanceof UnreadableBody) throw new ShapeError(body.problem);
    assertShape(operation.body, body, 'body');
  }),
  'carries-out-unauthenticated-write': forStrangers((_operation, _request, handle) => handle()),
  'carries-out-unauthenticated-large-batch': forStrangers(async (_operation, { itemTexts }, handle) => {
    if (itemTexts.length > 1) await handle();
  }),
};
