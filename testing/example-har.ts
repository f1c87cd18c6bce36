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
}

/** The programs that write HAR, each in its own way. */
export const harWriters = ['chrome', 'mitmproxy', 'charles', 'playwright'] as const;
type HarWriter = (typeof harWriters)[number];

export const began: number = Date.UTC(2026, 10, 26, 14, 2);
export const exampleKey = 'sk-live-0123456789';

const countries = {
  countries: [{ code: 'DE', name: 'Germany' }],
  locales: [{ code: 'de-DE', name: 'German' }],
  currencies: [{ country_code: 'DE', code: 'EUR', name: 'Euro' }],
};

/** A recording of calls, one a second, each of which leaves one request less than the one before, unless they say otherwise. */
export function exampleHar(calls: readonly ExampleCall[], writer: HarWriter = 'chrome'): object {
  const completed = calls.map((call, index) => {
    const own = { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': String(99 - index) };
    return {
      at: index * 1000,
      answer: countries,
      ...call,
      headers: { 'content-type': 'application/json', ...own, ...call.headers },
    };
  });
  return harOf(completed, writer);
}

/** A recording of exactly these calls. */
export function harOf(calls: readonly ExampleCall[], writer: HarWriter): object {
  const entries = calls.map((call) => entryOf(call, writer));
  const creator = { name: writer, version: '1' };
  return { log: { version: '1.2', creator, ...(writer === 'playwright' && { pages: [] }), entries } };
}

function entryOf(call: ExampleCall, writer: HarWriter): object {
  const {
    method = 'GET',
    path = '/api/v1/countries/',
    status = 200,
    at = 0,
    took = 5.5,
    key = exampleKey,
  } = call;
  // A host of its own: the checks of a process remember the limits and ids of each.
  const { url = `https://recorded.example.com${path}`, headers = {}, body } = call;
  const { answer } = call;
  const bytes = isText(answer) ? Buffer.from(answer) : Buffer.from(JSON.stringify(answer) ?? '');
  const mimeType = headers['content-type'] ?? '';
  const sent = {
    ...(key !== null && { 'X-API-Key': key }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...call.sent,
  };
  const isBrowser = writer === 'chrome' || writer === 'playwright';
  const size = bytes.length;
  return {
    startedDateTime: new Date(began + at)
      .toISOString()
      .replace('Z', writer === 'mitmproxy' ? '000+00:00' : 'Z'),
    time: took,
    ...(writer !== 'charles' && { cache: {}, timings: { send: 0, wait: took, receive: 0 } }),
    ...(writer === 'chrome' && { _initiator: { type: 'script' }, _resourceType: 'fetch', connection: '443' }),
    ...(writer === 'playwright' && {
      pageref: 'page@1',
      _frameref: 'frame@1',
      _monotonicTime: at,
      _securityDetails: {},
    }),
    request: {
      method,
      url,
      httpVersion: writer === 'chrome' ? 'h2' : 'HTTP/1.1',
      ...(writer !== 'charles' && { cookies: [], queryString: [] }),
      headers: listOf({ ...(isBrowser && { ':authority': 'recorded.example.com' }), ...sent }),
      ...(body !== undefined && {
        postData: {
          mimeType: 'application/json',
          text: isText(body) ? body.toString() : JSON.stringify(body),
        },
      }),
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      headers: listOf(headers),
      content: {
        size: writer === 'charles' ? -1 : size,
        mimeType,
        ...textOf(bytes, mimeType, writer),
      },
      ...(isBrowser && { _transferSize: size, _error: null }),
      headersSize: -1,
      bodySize: -1,
    },
  };
}

/** The text of a body, as a program writes it. mitmproxy takes bytes for Latin-1 unless it knows better. */
function textOf(bytes: Buffer, mimeType: string, writer: HarWriter): object {
  const isTextual = /json|text|xml|^$/.test(mimeType);
  if (writer === 'mitmproxy' ? isMostlyBinary(bytes) : !isTextual)
    return { text: bytes.toString('base64'), encoding: 'base64' };
  const isLatin = writer === 'mitmproxy' && !/json|charset=utf-8/.test(mimeType);
  return { text: bytes.toString(isLatin ? 'latin1' : 'utf8') };
}

function isMostlyBinary(bytes: Buffer): boolean {
  const odd = bytes.filter((byte) => byte > 126 || (byte < 32 && !/\s/.test(String.fromCharCode(byte))));
  return odd.length > bytes.length * 0.3;
}

function isText(value: unknown): value is string | Buffer {
  return typeof value === 'string' || Buffer.isBuffer(value);
}

function listOf(headers: Readonly<Record<string, string>>): object[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}
