import { type Operation, operations } from '../contract/operations.js';
import type { OperationId, RequestOf, SuccessBodyOf } from '../contract/types.js';
import { Exchange } from '../exchange/exchange.js';
import type { Secrets } from '../exchange/secrets.js';
import { type Credentials, noKey, validKey, wrongKey } from './credentials.js';
import type { Transport } from './transport.js';
import { wireRequest } from './wire-request.js';

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
  /** The same client with a key that must be refused; `label` says what is wrong with it and is shown in its place. */
  withWrongKey(key: string, label: string): Client;
  /** The same client with another valid key. */
  withKey(key: string): Client;
}

/** Parameters and body of a request, unchecked: what `RequestOf` types for one operation. */
export interface AnyRequest {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface ClientOptions {
  /** The {base_url} of the description. */
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly credentials: Credentials;
  /** Learns each key that is sent, so that none is shown. */
  readonly secrets: Secrets;
  /** Sees each exchange as soon as it is complete. */
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
  const startedAt = Date.now();
  const start = performance.now();
  const response = await options.transport.send(wire, `${operation.method} ${operation.path}`);
  const complete = new Exchange({
    operationId: operation.operationId,
    credential: options.credentials.kind,
    request: { ...wire, headers: withoutSecret(wire.headers, options.credentials) },
    response,
    startedAt,
    milliseconds: performance.now() - start,
  });
  options.observe(complete);
  return withoutRepeatedSecrets(complete, options.secrets);
}

/** A target that repeats a key is found out by now: whoever compares or prints the response later must not spread it. */
function withoutRepeatedSecrets(complete: Exchange, secrets: Secrets): Exchange {
  const { status, headers, body } = complete.response;
  const shown = Object.entries(headers).map(([name, value]) => [name, secrets.redact(value)]);
  const repeated = secrets.foundIn(complete.text);
  if (!repeated && shown.every(([name = '', value]) => headers[name] === value)) return complete;
  const redacted = repeated ? Buffer.from(secrets.redact(complete.text)) : body;
  return complete.withResponse({ status, headers: Object.fromEntries(shown), body: redacted });
}

/** Even a refused key may be a valid one but for a character, so that reports show what it is instead. */
function withoutSecret(
  headers: Readonly<Record<string, string>>,
  credentials: Credentials,
): Record<string, string> {
  return headers['x-api-key'] === undefined
    ? { ...headers }
    : { ...headers, 'x-api-key': `[${credentials.label}]` };
}
