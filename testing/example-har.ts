import { bytesOf } from './example-exchange.js';

/** A request with its response, as a unit test names it; the rest is a success with a valid key. */
export interface ExampleCall {
  readonly method?: string;
  /** Below the address of the service, with its query. */
  readonly path?: string;
  readonly url?: string;
  /** The key; null if there is none. */
  readonly key?: string | null;
  readonly body?: unknown;
  /** Headers of the request. */
  readonly sent?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer?: unknown;
  /** Milliseconds since the beginning of the recording, and until the response was complete. */
  readonly at?: number;
  readonly took?: number;
  /** Further members of its entry. */
  readonly entry?: object;
}

/** What a program writes otherwise than Chromium: members of an entry, its request, its response and its content. */
export type Habits = Partial<Record<'entry' | 'request' | 'response' | 'content', object>>;

export const began: number = Date.UTC(2026, 10, 26, 14, 2);
export const exampleKey = 'sk-live-0123456789';

const countries = {
  countries: [{ code: 'DE', name: 'Germany' }],
  locales: [{ code: 'de-DE', name: 'German' }],
  currencies: [{ country_code: 'DE', code: 'EUR', name: 'Euro' }],
};

/** A recording of calls, one a second, each of which leaves one request less than the one before, unless they say otherwise. */
export function exampleHar(calls: readonly ExampleCall[], habits: Habits = {}): object {
  const entries = calls.map((call, index) => {
    const own = { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': String(99 - index) };
    const headers = { 'content-type': 'application/json', ...own, ...call.headers };
    return entryOf({ at: index * 1000, answer: countries, ...call, headers }, habits);
  });
  return { log: { version: '1.2', creator: { name: 'recorder', version: '1' }, entries } };
}

function entryOf(call: ExampleCall, own: Habits): object {
  const {
    method = 'GET',
    path = '/api/v1/countries/',
    status = 200,
    at = 0,
    took = 5.5,
    key = exampleKey,
  } = call;
  // A host of its own: the checks of a process remember the limits and ids of each.
  const { url = `https://recorded.example.com${path}`, headers = {}, body, answer } = call;
  const [sent, received] = [bytesOf(body), bytesOf(answer)];
  const mimeType = headers['content-type'] ?? '';
  return {
    startedDateTime: new Date(began + at).toISOString(),
    time: took,
    cache: {},
    timings: { send: 0, wait: took, receive: 0 },
    ...own.entry,
    request: {
      method,
      url,
      httpVersion: 'h2',
      cookies: [],
      queryString: [],
      headers: listOf({
        ':authority': 'recorded.example.com',
        ...(key !== null && { 'X-API-Key': key }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...call.sent,
      }),
      ...(body !== undefined && { postData: { mimeType: 'application/json', text: sent.toString() } }),
      headersSize: -1,
      bodySize: -1,
      ...own.request,
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'h2',
      headers: listOf(headers),
      content: {
        size: received.length,
        mimeType,
        ...(isTextual(mimeType)
          ? { text: received.toString() }
          : { text: received.toString('base64'), encoding: 'base64' }),
        ...own.content,
      },
      _error: null,
      headersSize: -1,
      bodySize: -1,
      ...own.response,
    },
    ...call.entry,
  };
}

/** Whether a program writes a body of this type as text. */
function isTextual(mimeType: string): boolean {
  return /json|text|xml|^$/.test(mimeType);
}

function listOf(headers: Readonly<Record<string, string>>): object[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}
