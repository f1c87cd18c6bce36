import { type Operation, operations } from '../contract/operations.js';
import type { OperationId, RequestOf, SuccessBodyOf } from '../contract/types.js';
import { member } from '../contract/values/path.js';
import { Exchange, type ExchangeRequest } from './exchange.js';
import { Secrets } from './shown/secrets.js';
import { redactedHeaders } from './shown/shown-exchange.js';
import { wireRequest } from './transports/translated-transport.js';
import type { AnyRequest, Credentials, Transport, WireRequest } from './transports/transport.js';

/** A valid key of a merchant. */
export function validKey(key: string): Credentials {
  return { kind: 'valid', key, label: 'redacted' };
}

/** No key at all. */
export const withoutKey: Credentials = { kind: 'absent', label: 'none' };

/** One method for each operation of the contract. It returns the exchange, with any status. */
type Operations = {
  readonly [Id in OperationId]: (
    ...request: Record<never, never> extends RequestOf<Id>
      ? [request?: RequestOf<Id>]
      : [request: RequestOf<Id>]
  ) => Promise<Exchange<SuccessBodyOf<Id>>>;
};

/** The operations of the service, called as one merchant. */
export interface Client extends Operations {
  /** Calls an operation that is only known at run time. */
  send(operation: Operation, request?: AnyRequest): Promise<Exchange>;
  /** The same client without a key. */
  readonly withoutKey: Client;
  /**
   * The same client with a key that the target must refuse. Reports show `label`, which says what is wrong with the
   * key, because the key may be one character away from a valid one. `key` is undefined if the request itself carries
   * the key in a place where it doesn't belong.
   */
  withWrongKey(key: string | undefined, label: string): Client;
  /** The same client with a different valid key. */
  withKey(key: string): Client;
}

interface ClientOptions {
  /** The {base_url} of the description. */
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly credentials: Credentials;
  /** Collects each key that is sent, so that no output shows it. */
  readonly secrets?: Secrets;
  /** Called with each exchange as soon as it is complete. */
  readonly observe?: (exchange: Exchange) => void;
  /**
   * Gets each read and each refused request. @returns a request to send after it, whose exchange is returned instead of
   * the first; undefined for none
   */
  readonly repeats?: (request: AnyRequest, first: Exchange) => AnyRequest | undefined;
}

/**
 * A client for the service. Methods never throw on a status.
 * @throws TransportError from each method when there is no complete response
 */
export function createClient(given: ClientOptions): Client {
  const options = { ...given, secrets: given.secrets ?? new Secrets() };
  options.secrets.add(given.credentials.key);
  const send = async (operation: Operation, request: AnyRequest = {}) => {
    const { raw = {}, outsideContract } = request;
    const exchange = (each: AnyRequest) =>
      exchangeOver(options, wireRequest({ ...options, operation, request: each }), {
        operationId: operation.operationId,
        outsideContract,
        untranslated: (raw.target ?? raw.path ?? raw.query ?? raw.body) !== undefined,
      });
    const first = await exchange(request);
    const second = operation.safe || isRefusal(first) ? given.repeats?.(request, first) : undefined;
    return second === undefined ? first : exchange(second);
  };
  const as = (credentials: Credentials) => createClient({ ...options, credentials });
  const methods = Object.fromEntries(
    operations.map((each) => [each.operationId, (request?: AnyRequest) => send(each, request)]),
  );
  return {
    // The contract's operations and the keys of `Operations` come from the same document.
    ...(methods as unknown as Operations),
    send,
    get withoutKey() {
      return as(withoutKey);
    },
    withWrongKey: (key, label) => as({ kind: 'wrong', key, label }),
    withKey: (key) => as(validKey(key)),
  };
}

/** Whether a request of a merchant was refused, so that it changed nothing and can be sent again. */
function isRefusal({ status }: Exchange): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 429;
}

/** Sends a request, and keeps it with its response, without its key. @throws TransportError without a complete response */
export async function exchangeOver(
  { transport, credentials, secrets = new Secrets(), observe }: Omit<ClientOptions, 'baseUrl'>,
  wire: WireRequest,
  about: Pick<Exchange, 'operationId' | 'outsideContract' | 'untranslated'>,
): Promise<Exchange> {
  const startedAt = Date.now();
  const start = performance.now();
  const { status, headers, body, timing, onTheWire } = await transport.send(wire);
  const kept = (request: WireRequest) => withoutKeyIn(request, credentials, secrets);
  const complete = new Exchange({
    ...about,
    credential: credentials.kind,
    request: kept(wire),
    response: { status, headers, body },
    onTheWire: onTheWire && { ...onTheWire, request: kept(onTheWire.request) },
    ...(timing ?? { startedAt, milliseconds: performance.now() - start }),
  });
  // The secret that signs a subscription's deliveries (gap G-13): the target gives it to the client, and no report may
  // show it. Most exchanges needn't be parsed for this.
  if (about.operationId.endsWith('Webhook')) secrets.hide(member(complete.json, 'client_secret'));
  observe?.(complete);
  return withoutRepeatedSecrets(complete, secrets);
}

/**
 * The checks have already seen a target that repeats a key. Code that compares or prints the response must not spread
 * it.
 */
export function withoutRepeatedSecrets(complete: Exchange, secrets: Secrets): Exchange {
  if (!secrets.foundIn(complete.receivedText)) return complete;
  const cleaned = (text: string) => (secrets.foundIn(text) ? secrets.redact(text) : text);
  return complete.withResponses(({ status, headers, body }) => {
    const text = body.toString('utf8');
    const shown = cleaned(text);
    return {
      status,
      headers: redactedHeaders(headers, cleaned),
      body: shown === text ? body : Buffer.from(shown),
    };
  });
}

/**
 * The request without its key, safe to keep. Even a wrong key may differ from a valid one by a single character, so
 * reports show its label instead. In a raw request a key may be anywhere.
 */
function withoutKeyIn(wire: WireRequest, { label }: Credentials, secrets: Secrets): ExchangeRequest {
  const { method, url, body } = wire;
  const redact = (text: string) => (wire.call?.request.raw === undefined ? text : secrets.redact(text));
  const headers = Object.entries(wire.headers).map(([name, value]) => {
    const key = name.toLowerCase();
    return [key, key === 'x-api-key' ? `[${label}]` : redact(value)];
  });
  return { method, url: redact(url), headers: Object.fromEntries(headers), body };
}
