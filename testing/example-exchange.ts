import { type Client, createClient, validKey } from '#src/http/client';
import { Exchange } from '#src/http/exchange';
import type { Answered } from '#src/http/rate-window';

/** The parts of an exchange that a unit test may set; the rest is a successful read of the countries. */
export interface ExampleExchange
  extends Partial<
    Pick<Exchange, 'operationId' | 'credential' | 'outsideContract' | 'untranslated' | 'status'>
  > {
  readonly method?: string;
  readonly url?: string;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly requestBody?: string | Buffer;
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
      body: given.requestBody === undefined ? undefined : bytesOf(given.requestBody),
    },
    response: {
      status: given.status ?? 200,
      headers: given.headers ?? { 'content-type': 'application/json' },
      body: bytesOf(body),
    },
    startedAt: 0,
    milliseconds: 12.4,
    outsideContract: given.outsideContract,
    untranslated: given.untranslated,
  });
}

/** Text and bytes are used as they are; any other value is written as JSON. */
export function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : (JSON.stringify(body) ?? ''));
}

/** A request as the target of a unit test sees it; the body is parsed, and undefined if the request had none. */
export interface ExampleRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: unknown;
}

/** A 400 response, whose body has this message. */
export class Refusal {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/**
 * A client without a real target, for unit tests.
 * @param response returns the body of a 200 response to the request, a Refusal, or undefined to answer 404
 */
export function exampleClient(response: (request: ExampleRequest) => unknown): Client {
  return createClient({
    baseUrl: 'https://shop.example.com',
    credentials: validKey('sk-good-1'),
    transport: {
      send: async ({ method, url, body }) => {
        const sent = body === undefined ? undefined : JSON.parse(body.toString());
        const answered = response({ method, url: new URL(url), body: sent });
        return {
          status: answered === undefined ? 404 : answered instanceof Refusal ? 400 : 200,
          headers: {},
          body: Buffer.from(JSON.stringify(answered ?? {})),
        };
      },
    },
  });
}

/** The parts of a response that a unit test may set. */
export interface Given {
  readonly status?: number;
  /** Seconds after the first request was sent. */
  readonly at?: number;
  /** Seconds until the response was complete. */
  readonly took?: number;
  readonly reset?: string;
  readonly remaining?: string;
}

/** A response for a unit test, with only the headers that are given. */
export function answered(given: Given = {}): Answered & { readonly status: number } {
  const { status = 200, at = 0, took = 0, reset, remaining } = given;
  return {
    status,
    startedAt: 1_700_000_000_000 + at * 1000,
    milliseconds: took * 1000,
    headers: {
      ...(reset !== undefined && { 'x-ratelimit-reset': reset }),
      ...(remaining !== undefined && { 'x-ratelimit-remaining': remaining }),
    },
  };
}
