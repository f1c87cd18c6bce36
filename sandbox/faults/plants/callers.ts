import type { Merchants } from '../../domain/merchants.js';
import type { RateLimiter } from '../../domain/rate-limiter.js';
import type { Rules } from '../../domain/rules.js';
import { ApiError } from '../../http/errors.js';
import type { Authenticate, Caller } from '../../http/serve-operations.js';
import { isObject } from '../../schema/check.js';
import { type Plant, ruling } from '../fault.js';
import { operationIdOf } from './operations.js';

/** The request whose caller is looked up. */
export type KeyedRequest = Parameters<Authenticate>[0];

/** The number of keys that a fault remembers. */
const KEYS_REMEMBERED = 50;

/** The operation that a request reached. */
function operationOf(request: KeyedRequest): string | undefined {
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

/** Finds callers of the planted operations in a different way; `clean` is the clean way. */
export function authenticatedBy(
  authenticate: (request: KeyedRequest, merchants: Merchants, clean: Authenticate) => Caller,
): Plant {
  return (clean, plantedIn) => ({
    authenticate(request, merchants) {
      const operation = operationOf(request);
      return operation !== undefined && plantedIn(operation)
        ? authenticate(request, merchants, clean.authenticate)
        : clean.authenticate(request, merchants);
    },
  });
}

/** Decides in a different way which keys are valid for the planted operations; the last argument is the clean way. */
export function withKeyRule(
  isKeyValid: (...given: [...Parameters<Rules['isKeyValid']>, clean: Rules['isKeyValid']]) => boolean,
): Plant {
  return authenticatedBy((request, merchants, clean) => {
    const { rules } = merchants;
    const isValid: Rules['isKeyValid'] = (key, now) => isKeyValid(key, now, rules.isKeyValid);
    return clean(request, { ...merchants, rules: { ...rules, isKeyValid: isValid } });
  });
}

/** The requests with a valid key before one that is refused because of its key. */
interface Earlier {
  /** The keys in X-API-Key, the latest at the end. */
  readonly known: readonly string[];
  /**
   * The latest caller of each merchant: tests that share a sandbox must not depend on whose request came
   * last.
   */
  readonly callers: readonly [Caller, ...Caller[]];
}

/**
 * If a planted operation would refuse a request because of its key after a request with a valid one, `find` may
 * return a caller or the key of one; undefined lets the refusal stand.
 */
export function whenRefused(
  find: (request: KeyedRequest, earlier: Earlier, operation: string) => Caller | string | undefined,
): Plant {
  return (clean, plantedIn) => {
    let earlier: Earlier | undefined;
    return {
      authenticate(request, merchants) {
        try {
          const caller = clean.authenticate(request, merchants);
          const key = String(request.headers['x-api-key']);
          const others = earlier?.known.filter((other) => other !== key) ?? [];
          const callers = earlier?.callers.filter(({ merchant }) => merchant !== caller.merchant) ?? [];
          earlier = { known: [...others, key].slice(-KEYS_REMEMBERED), callers: [caller, ...callers] };
          return caller;
        } catch (refusal) {
          const operation = operationOf(request);
          if (earlier === undefined || operation === undefined || !plantedIn(operation)) throw refusal;
          const found = find(request, earlier, operation);
          if (found === undefined) throw refusal;
          return typeof found === 'string'
            ? clean.authenticate({ ...request, headers: { 'x-api-key': found } }, merchants)
            : found;
        }
      },
    };
  };
}

/** The refusal of a request because of its key, in the words of the clean sandbox. */
export function unauthenticated(): ApiError {
  return new ApiError(401, 'A valid API key is required in the header X-API-Key');
}

type Count = RateLimiter['count'];

/** Counts requests to the planted operations in a different way; `create` receives a clean way for each merchant. */
export function countedBy(create: (count: Count) => Count): Plant {
  return (clean, plantedIn) =>
    ruling(({ createRateLimiter }) => ({
      createRateLimiter() {
        const limiter = createRateLimiter();
        const count = create(limiter.count);
        return {
          count(keyId, operationId, limit, now) {
            const operation = operationIdOf(operationId);
            const isPlanted = operation !== undefined && plantedIn(operation);
            return (isPlanted ? count : limiter.count)(keyId, operationId, limit, now);
          },
        };
      },
    }))(clean, plantedIn);
}

/** The outcome of one request against the limit. */
export type Verdict = ReturnType<Count>;

/** Counts a request of the same key for the same operation in the clean way. */
type CountSame = (limit: number, now: number) => Verdict;

/** Judges requests to the planted operations in a different way. */
export function countedAs(judge: (count: CountSame, limit: number, now: number) => Verdict): Plant {
  return countedIn(Object, (_window, ...asked) => judge(...asked));
}

/** Like `countedAs`, but with a state to remember, which `create` makes for each key and operation. */
export function countedIn<State>(
  create: () => State,
  judge: (window: State, count: CountSame, limit: number, now: number) => Verdict,
): Plant {
  return countedBy((count) => {
    const windows = perWindow(create);
    return (key, operation, ...asked) =>
      judge(windows(key, operation), (...other) => count(key, operation, ...other), ...asked);
  });
}

/** A state to remember for each key and operation. */
export function perWindow<State>(create: () => State): (keyId: string, operationId: string) => State {
  const states = new Map<string, State>();
  return (keyId, operationId) => {
    const name = `${keyId} ${operationId}`;
    const state = states.get(name) ?? create();
    states.set(name, state);
    return state;
  };
}
