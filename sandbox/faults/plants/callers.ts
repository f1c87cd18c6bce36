import type { Merchant, Merchants } from '../../domain/merchants.js';
import type { RateLimiter } from '../../domain/rate-limiter.js';
import type { Rules } from '../../domain/rules.js';
import { ApiError } from '../../http/errors.js';
import type { OperationId, OperationRequest } from '../../http/operation.js';
import type { Authenticate, Caller } from '../../http/serve-operations.js';
import { isObject } from '../../schema/check.js';
import type { Plant, PlantedIn, Workings } from '../fault.js';
import { operationIdOf, viewOf } from './requests.js';

/** The request whose caller is wanted. */
export type KeyedRequest = Parameters<Authenticate>[0];

/** The number of keys that a fault remembers. */
const KEYS_REMEMBERED = 50;

/** The operation that a request reached. */
function operationOf(request: KeyedRequest): OperationId | undefined {
  const options = 'routeOptions' in request ? request.routeOptions : undefined;
  const config = isObject(options) ? options.config : undefined;
  const operation = isObject(config) ? config.operation : undefined;
  return isObject(operation) ? operationIdOf(operation.id) : undefined;
}

/** The parameters of a request's path. */
export function paramsOf(request: KeyedRequest): Record<string, unknown> {
  return 'params' in request && isObject(request.params) ? request.params : {};
}

/** The names of a request's headers, as they were written. */
export function headerNamesOf(request: KeyedRequest): string[] {
  const raw = 'raw' in request && isObject(request.raw) ? request.raw.rawHeaders : [];
  return Array.isArray(raw) ? raw.filter((_, index) => index % 2 === 0).map(String) : [];
}

/** Finds callers of the planted operations in another way. */
export function authenticatedBy(
  authenticate: (request: KeyedRequest, merchants: Merchants) => Caller,
): Plant {
  return (clean, plantedIn) => ({
    authenticate(request, merchants) {
      const operation = operationOf(request);
      return operation !== undefined && plantedIn(operation)
        ? authenticate(request, merchants)
        : clean.authenticate(request, merchants);
    },
  });
}

/** Decides in another way which keys are valid for the planted operations. */
export function withKeyRule(isKeyValid: Rules['isKeyValid']): Plant {
  return (clean, plantedIn) =>
    authenticatedBy((request, merchants) =>
      clean.authenticate(request, { ...merchants, rules: { ...merchants.rules, isKeyValid } }),
    )(clean, plantedIn);
}

/**
 * If a planted operation would refuse a request because of its key, treats it as if it had the key that `find` returns.
 * `known` are the valid keys that came in X-API-Key before, the latest at the end.
 */
export function alsoAccepting(
  find: (request: KeyedRequest, known: readonly string[]) => string | undefined,
): Plant {
  return (clean, plantedIn) => {
    let known: string[] = [];
    return {
      authenticate(request, merchants) {
        try {
          const caller = clean.authenticate(request, merchants);
          const value = String(request.headers['x-api-key']);
          if (known.at(-1) !== value)
            known = [...known.filter((other) => other !== value), value].slice(-KEYS_REMEMBERED);
          return caller;
        } catch (refusal) {
          const operation = operationOf(request);
          const value = operation !== undefined && plantedIn(operation) ? find(request, known) : undefined;
          if (value === undefined) throw refusal;
          return clean.authenticate({ ...request, headers: { 'x-api-key': value } }, merchants);
        }
      },
    };
  };
}

/**
 * Passes each request that a planted operation refuses because of its key to `act`, with the caller of the last valid
 * one.
 */
export function whenRefused(
  act: (request: KeyedRequest, operation: OperationId, last: Caller) => void,
): Plant {
  return (clean, plantedIn) => {
    let last: Caller | undefined;
    return {
      authenticate(request, merchants) {
        try {
          last = clean.authenticate(request, merchants);
          return last;
        } catch (refusal) {
          const operation = operationOf(request);
          if (last !== undefined && operation !== undefined && plantedIn(operation))
            act(request, operation, last);
          throw refusal;
        }
      },
    };
  };
}

/** Requests without a valid key that get past the authentication of the planted operations. */
interface Strangers extends Pick<Workings, 'authenticate'> {
  /** Whether such a request is handled in this merchant's name; only the fault knows that it is one. */
  has(merchant: Merchant): boolean;
}

/** Lets strangers in, in the name of the most recent merchant, without counting them. */
export function lettingStrangersIn(clean: Workings, plantedIn: PlantedIn): Strangers {
  const strangers = new WeakSet<Merchant>();
  let last: Caller | undefined;
  return {
    has: (merchant) => strangers.has(merchant),
    authenticate(request, merchants) {
      try {
        last = clean.authenticate(request, merchants);
        return last;
      } catch (refusal) {
        const operation = operationOf(request);
        if (last === undefined || operation === undefined || !plantedIn(operation)) throw refusal;
        const count: Merchant['rateLimiter']['count'] = (_key, _operation, limit) => ({
          allowed: true,
          limit,
          remaining: limit,
          resetSeconds: 60,
        });
        const merchant = viewOf(last.merchant, { rateLimiter: { count, clear: () => undefined } });
        strangers.add(merchant);
        return { key: last.key, merchant };
      }
    },
  };
}

/** The refusal of a request because of its key, in the words of the clean sandbox. */
export function unauthenticated(): ApiError {
  return new ApiError(401, 'A valid API key is required in the header X-API-Key');
}

/** The number of merchants that a fault remembers. */
const MERCHANTS_REMEMBERED = 20;

/** Remembers the merchants that send requests, and returns the others. */
export function createOtherMerchants(): (request: Pick<OperationRequest, 'merchant'>) => readonly Merchant[] {
  let seen: Merchant[] = [];
  return ({ merchant }) => {
    if (!seen.includes(merchant)) seen = [...seen, merchant].slice(-MERCHANTS_REMEMBERED);
    return seen.filter((other) => other !== merchant);
  };
}

/** Something to remember about each owner, forgotten together with it. */
export function perOwner<State>(create: () => State): (owner: object) => State {
  const states = new WeakMap<object, State>();
  return (owner) => {
    const known = states.get(owner) ?? create();
    states.set(owner, known);
    return known;
  };
}

/** The number of names in a memory; the oldest ones are forgotten first. */
const MOST_REMEMBERED = 10_000;

/** Counts how often each name was counted, the first time as 1. */
export function createCounter(): (name: string) => number {
  const counts = new Map<string, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const [oldest] = counts.keys();
    if (counts.size > MOST_REMEMBERED && oldest !== undefined) counts.delete(oldest);
    return count;
  };
}

type Count = RateLimiter['count'];

/** Counts requests to the planted operations in another way; `create` receives a clean way for each merchant. */
export function countedBy(create: (count: Count) => Count): Plant {
  return (clean, plantedIn) => ({
    rules: {
      ...clean.rules,
      createRateLimiter() {
        const limiter = clean.rules.createRateLimiter();
        let count = create(limiter.count);
        return {
          count(keyId, operationId, limit, now) {
            const operation = operationIdOf(operationId);
            const isPlanted = operation !== undefined && plantedIn(operation);
            return (isPlanted ? count : limiter.count)(keyId, operationId, limit, now);
          },
          clear() {
            limiter.clear();
            count = create(limiter.count);
          },
        };
      },
    },
  });
}

/** Something to remember for each key and operation. */
export function perWindow<State>(create: () => State): (keyId: string, operationId: string) => State {
  const states = new Map<string, State>();
  return (keyId, operationId) => {
    const name = `${keyId} ${operationId}`;
    const state = states.get(name) ?? create();
    states.set(name, state);
    return state;
  };
}
