import { Exchange } from './exchange.js';

/** The parts of an exchange that a unit test may set; the rest is a successful read of the countries. */
export interface ExampleExchange {
  readonly operationId?: string;
  readonly credential?: Exchange['credential'];
  readonly method?: string;
  readonly url?: string;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly requestBody?: string;
  /** The request's body if it is not text. */
  readonly requestBytes?: Buffer;
  readonly outsideContract?: boolean;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are used as they are; any other value is written as JSON. */
  readonly body?: unknown;
}

/** An exchange for a unit test: a successful read with a valid key, except for the given parts. */
export function exampleExchange(given: ExampleExchange = {}): Exchange {
  const body = 'body' in given ? given.body : { countries: [], locales: [], currencies: [] };
  return new Exchange({
    operationId: given.operationId ?? 'listCountries',
    credential: given.credential ?? 'valid',
    request: {
      method: given.method ?? 'GET',
      url: given.url ?? 'https://shop.example.com/api/v1/countries/',
      headers: given.requestHeaders ?? { accept: '*/*', 'x-api-key': '[redacted]' },
      ...(given.requestBody === undefined ? {} : { body: Buffer.from(given.requestBody) }),
      ...(given.requestBytes === undefined ? {} : { body: given.requestBytes }),
    },
    response: {
      status: given.status ?? 200,
      headers: given.headers ?? { 'content-type': 'application/json' },
      body: bytesOf(body),
    },
    startedAt: 0,
    milliseconds: 12.4,
    ...(given.outsideContract === undefined ? {} : { outsideContract: given.outsideContract }),
  });
}

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : (JSON.stringify(body) ?? ''));
}
