import { type Operation, operations } from '../contract/operations.js';
import type { OperationId, RequestOf, SuccessBodyOf } from '../contract/types.js';
import { Exchange, type ExchangeRequest } from './exchange.js';
import type { Secrets } from './secrets.js';
import { wireRequest } from './translated-transport.js';
import type { AnyRequest, Credentials, Transport, WireRequest } from './transport.js';

/** A valid key of a merchant. */
export function validKey(key: string): Credentials {
  return { kind: 'valid', key, label: 'redacted' };
}

export const noKey: Credentials = { kind: 'absent', label: 'none' };

/**
 * A key that the target must refuse.
 * @param key undefined if the request carries a key in another place
 * @param label what is wrong with it; reports show it instead of the value, which may be one character away from a
 * valid key
 */
export function wrongKey(key: string | undefined, label: string): Credentials {
  return { kind: 'wrong', label, ...(key === undefined ? {} : { key }) };
}

/** One method for each operation of the contract. It returns the exchange, whatever the status. */
export type Operations = {
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
   * The same client with a key that the target must refuse; reports show `label`, which says what is wrong with the
   * key, in its place. `key` is undefined if the request itself carries the key in a place where it doesn't belong.
   */
  withWrongKey(key: string | undefined, label: string): Client;
  /** The same client with another valid key. */
  withKey(key: string): Client;
}

export interface ClientOptions {
  /** The {base_url} of the description. */
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly credentials: Credentials;
  /** Collects each key that is sent, so that no output shows it. */
  readonly secrets: Secrets;
  /** Called with each exchange as soon as it is complete. */
  readonly observe: (exchange: Exchange) => void;
}

/**
 * A client for the service. Methods never throw on a status.
 * @throws TransportError from each method when no complete response came back
 */
export function createClient(options: ClientOptions): Client {
  options.secrets.add(options.credentials.key);
  const send = (operation: Operation, request: AnyRequest = {}) => exchange(options, operation, request);
  const as = (credentials: Credentials) => createClient({ ...options, credentials });
  const methods = Object.fromEntries(
    operations.map((operation) => [
      operation.operationId,
      (request?: AnyRequest) => send(operation, request),
    ]),
  );
  return {
    // The contract's operations and the keys of `Operations` come from the same document.
    ...(methods as unknown as Operations),
    send,
    get withoutKey() {
      return as(noKey);
    },
    withWrongKey: (key, label) => as(wrongKey(key, label)),
    withKey: (key) => as(validKey(key)),
  };
}

async function exchange(
  options: ClientOptions,
  operation: Operation,
  request: AnyRequest,
): Promise<Exchange> {
  const wire = wireRequest(options.baseUrl, operation, request, options.credentials);
  const kept = (each: WireRequest) => withoutSecret(each, options, request.raw !== undefined);
  const startedAt = Date.now();
  const start = performance.now();
  const answer = await options.transport.send(wire);
  const { status, headers, timing, onTheWire } = answer;
  const ours = kept(wire);
  const complete = new Exchange({
    operationId: operation.operationId,
    credential: options.credentials.kind,
    request: ours,
    // Read on demand: a translated answer is only serialized when somebody asks for its bytes.
    response: {
      status,
      headers,
      get body() {
        return answer.body;
      },
    },
    ...(onTheWire && {
      onTheWire: {
        ...onTheWire,
        request: onTheWire.request === wire ? ours : kept(onTheWire.request),
      },
    }),
    ...(timing ?? { startedAt, milliseconds: performance.now() - start }),
    outsideContract: request.outsideContract === true,
  });
  options.secrets.hide(...secretsGivenIn(complete));
  options.observe(complete);
  return withoutRepeatedSecrets(complete, options.secrets);
}

/**
 * The secret that signs a subscription's deliveries (gap G-13). The target gives it to the client; no report may show
 * it.
 */
function secretsGivenIn({ operationId, json }: Exchange): readonly string[] {
  if (!operationId.endsWith('Webhook') || typeof json !== 'object' || json === null) return [];
  const secret: unknown = Reflect.get(json, 'client_secret');
  return typeof secret === 'string' ? [secret] : [];
}

/**
 * The checks have already seen a target that repeats a key. Code that compares or prints the response must not spread
 * it.
 */
function withoutRepeatedSecrets(complete: Exchange, secrets: Secrets): Exchange {
  const { headers, body } = complete.received;
  const isClean =
    !secrets.foundIn(body.toString('utf8')) &&
    Object.values(headers).every((value) => !secrets.foundIn(value));
  if (isClean) return complete;
  return complete.withResponses(({ status, headers, body }) => {
    const text = body.toString('utf8');
    return {
      status,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          secrets.foundIn(value) ? secrets.redact(value) : value,
        ]),
      ),
      body: secrets.foundIn(text) ? Buffer.from(secrets.redact(text)) : body,
    };
  });
}

/**
 * The request without its key, safe to keep. Even a wrong key may differ from a valid one by a single character, so
 * reports show its label instead. In a raw request a key may be anywhere.
 */
function withoutSecret(
  wire: WireRequest,
  { credentials, secrets }: ClientOptions,
  anywhere: boolean,
): ExchangeRequest {
  const headers = Object.entries(wire.headers).map(([name, value]) => {
    const key = name.toLowerCase();
    if (key === 'x-api-key') return [key, `[${credentials.label}]`];
    return [key, anywhere ? secrets.redact(value) : value];
  });
  const url = anywhere ? secrets.redact(wire.url) : wire.url;
  const { method, body } = wire;
  return { method, url, headers: Object.fromEntries(headers), ...(body === undefined ? {} : { body }) };
}
