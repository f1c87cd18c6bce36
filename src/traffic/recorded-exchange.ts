import { translations } from '../contract/documents/document.js';
import { type Operation, operations } from '../contract/operations.js';
import { percentDecoded } from '../contract/values/percent-encoding.js';
import { secretsGivenIn, withoutRepeatedSecrets } from '../http/client.js';
import { Exchange, type ExchangeRequest, jsonIn } from '../http/exchange.js';
import type { Secrets } from '../http/shown/secrets.js';
import { inOurWords, targetOf } from '../http/transports/translated-transport.js';
import type { AllowList } from './allow-list.js';
import type { RecordedEntry } from './har.js';

/** Where every path of the API begins (clause 9), at any address and below any other path. */
const prefix = '/api/v1/';

/** Paths below the prefix that are no operations: the documentation (clause 8.1), and descriptions next to it (gap G-18). */
const documentation = /^\/api\/v1\/(?:docs|openapi)(?:[./]|$)/;

/** What a request calls. */
export interface Called {
  /** Origin and path in front of the prefix: two services may have the same paths. */
  readonly base: string;
  /** From the prefix on, without query. */
  readonly path: string;
  /** The operation with this path and method or, if no operation has the method, the first with this path. */
  readonly operation?: Operation;
  /** Whether the operation has the method. */
  readonly hasMethod: boolean;
}

/** Paths without parameters first: `/webhooks/types` is no `/webhooks/{id}`. */
const byPath = operations
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
    names: [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  }))
  .toSorted((a, b) => a.names.length - b.names.length);

/** A part of a path that may name the path above it as well: RFC 3986 removes it, and not every program does. */
const dotSegment = /^[^?#]*\/(?:\.|%2e){1,2}(?:[/?#]|$)/i;

/**
 * What a request calls; undefined if its path isn't below the API's prefix, if that can be read in two ways, or if no
 * client of the API chose it.
 */
export function calledBy({ method, url }: Pick<ExchangeRequest, 'method' | 'url'>): Called | undefined {
  const { origin, pathname } = new URL(url);
  const at = pathname.indexOf(prefix);
  const path = pathname.slice(at);
  if (at < 0 || documentation.test(path) || dotSegment.test(url)) return undefined;
  // A browser asks with OPTIONS whether it may send the request at all.
  if (method === 'OPTIONS' || method === 'HEAD') return undefined;
  const base = origin + pathname.slice(0, at);
  const [first] = byPath.filter(({ pattern }) => pattern.test(path));
  // All operations of the most exact path that fits.
  const same = byPath.filter(({ operation }) => operation.path === first?.operation.path);
  const called = same.find(({ operation }) => operation.method === method) ?? first;
  return {
    base,
    path,
    ...(called && { operation: called.operation }),
    hasMethod: called?.operation.method === method,
  };
}

/** A text in place of a key, by those who hid it: it may stand for several keys. */
const placeholder = /^(?:\W.*\W|x+|\$\w+)$|redacted|removed|hidden|masked|api[-_ ]?key/i;

/** The key of a request; undefined if it has none, a blank one, or only a text in place of it. */
function keyIn({ headers }: Pick<ExchangeRequest, 'headers'>): string | undefined {
  const key = headers['x-api-key']?.trim() ?? '';
  return key === '' || placeholder.test(key) ? undefined : key;
}

type CalledOperation = Called & { readonly operation: Operation };

/** An exchange of the recording, which nobody could use to sign in. */
export interface RecordedExchange {
  readonly exchange: Exchange;
  /** The same as the service gave it, which may repeat a key: for the checks alone. */
  readonly complete: Exchange;
  /** A number that stands for its key; undefined without one. */
  readonly key?: number;
  readonly called: CalledOperation;
  /** Whether the file says how long it took: only then can it be put in order. */
  readonly isTimed: boolean;
}

/** Makes exchanges from entries, in our words and without keys. */
export class ExchangeMaker {
  readonly #secrets: Secrets;
  readonly #allowed: AllowList;
  readonly #keys = new Map<string, number>();

  constructor(secrets: Secrets, allowed: AllowList) {
    this.#secrets = secrets;
    this.#allowed = allowed;
  }

  make(recorded: RecordedEntry, called: CalledOperation): RecordedExchange {
    const { request, response, startedAt, milliseconds = 0, bodyLeftOut } = recorded;
    const key = keyIn(request);
    if (key !== undefined && !this.#keys.has(key)) this.#keys.set(key, this.#keys.size + 1);
    const { operationId } = called.operation;
    const sent = this.#withoutKey(request);
    const translation = translations(operationId);
    const { status, headers, body, onTheWire } = called.hasMethod
      ? inOurWords(response, sent, translation)
      : { ...response, onTheWire: undefined };
    const complete = new Exchange({
      operationId,
      credential: key === undefined ? 'absent' : status === 401 ? 'wrong' : 'valid',
      request: onTheWire === undefined ? sent : requestInOurWords(sent, called),
      response: { status, headers, body },
      ...(onTheWire && { onTheWire }),
      startedAt,
      milliseconds,
      outsideContract: !called.hasMethod,
      bodyLeftOut,
    });
    this.#secrets.hide(...secretsGivenIn(complete));
    // A later entry may repeat what this one hides.
    this.#allowed.exchange(complete);
    return {
      complete,
      exchange: withoutRepeatedSecrets(complete, this.#secrets),
      ...(key !== undefined && { key: this.#keys.get(key) }),
      called,
      isTimed: recorded.milliseconds !== undefined,
    };
  }

  /** A request without its key, and with an address that may be shown. */
  #withoutKey({ url, headers, ...rest }: ExchangeRequest): ExchangeRequest {
    const { 'x-api-key': key } = headers;
    this.#secrets.add(keyIn({ headers }));
    // Responses may repeat a text in place of a key, too.
    this.#secrets.hide(key);
    const shown = key === undefined ? headers : { ...headers, 'x-api-key': '[redacted]' };
    return { ...rest, url: this.#allowed.url(url), headers: shown };
  }
}

/** The query of a request; a parameter that is given several times is a list. */
export function queryIn(url: string): Record<string, string | readonly string[]> {
  const { searchParams } = new URL(url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const [first = '', ...more] = searchParams.getAll(name);
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );
}

function requestInOurWords(
  sent: ExchangeRequest,
  { base, path, operation }: CalledOperation,
): ExchangeRequest {
  const translation = translations(operation.operationId);
  const own = byPath.find((each) => each.operation === operation);
  const [, ...values] = own?.pattern.exec(path) ?? [];
  const theirs = Object.fromEntries(
    values.map((value, index) => [own?.names[index] ?? '', percentDecoded(value)]),
  );
  const json = jsonIn(sent.body);
  const target = targetOf(operation, {
    path: Object(translation.path.toOurs(theirs)),
    query: Object(translation.query.toOurs(queryIn(sent.url))),
  });
  const body = json === undefined ? sent.body : Buffer.from(JSON.stringify(translation.request.toOurs(json)));
  return { ...sent, url: base + target, body };
}
