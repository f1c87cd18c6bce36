import type { Exchange, ExchangeRequest } from '../../http/exchange.js';
import { inWords } from '../oracles/violation.js';
import { type Check, holds, notConcerned, violated } from './check.js';
import { leakIn } from './leak.js';

/** AUTH-11: no response repeats a key, in its body or in a header (clause 5.4: the value is displayed once). */
export const keyNotRepeated: Check = {
  id: 'key-not-repeated',
  requirements: ['AUTH-11'],
  everywhere: true,
  run(exchange, _operation, secrets) {
    if (exchange.credential === 'absent') return notConcerned;
    const { headers } = exchange.received;
    const body = exchange.received.body.toString('utf8');
    // One search over the whole response: a response that repeats the key is rare.
    if (!secrets.foundIn(`${Object.values(headers).join('\n')}\n${body}`)) return holds('AUTH-11');
    const header = Object.entries(headers).find(([, value]) => secrets.foundIn(value));
    const at = header === undefined ? 'body' : `header ${header[0]}`;
    return violated({
      requirement: 'AUTH-11',
      expected: ['a response without the API key'],
      actual: 'the API key',
      at,
    });
  },
};

/**
 * ERR-12: an error reveals nothing of the service's internals, in its body or its headers: no stack trace, file path,
 * query or internal host name (clauses 2.5 and 7). It may repeat what the request itself contained, including the
 * target's own address.
 */
export const noLeak: Check = {
  id: 'no-leak',
  requirements: ['ERR-12'],
  everywhere: true,
  run(exchange) {
    if (exchange.status < 400) return notConcerned;
    const isKnown = sentIn(exchange.request);
    for (const [at, text] of textsOf(exchange)) {
      const leak = leakIn(text, isKnown);
      if (leak === undefined) continue;
      return violated({
        requirement: 'ERR-12',
        expected: ['an error without stack traces, file paths, queries and internal host names'],
        actual: `${leak.kind}, ${inWords(leak.text)}`,
        at,
      });
    }
    return exchange.response.body.length === 0 ? notConcerned : holds('ERR-12');
  },
};

/** Headers that hold numbers, dates or media types. */
const plainHeaders: ReadonlySet<string> = new Set([
  ...['content-type', 'content-length', 'date', 'connection', 'keep-alive', 'retry-after', 'vary'],
  ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'transfer-encoding'],
]);

function* textsOf(exchange: Exchange): Generator<readonly [at: string, text: string]> {
  yield ['body', exchange.jsonError === undefined ? unescaped(exchange.text) : exchange.text];
  for (const [name, value] of Object.entries(exchange.response.headers)) {
    if (!plainHeaders.has(name)) yield [`header ${name}`, value];
  }
}

/**
 * Says whether the request contained a text. It assembles the request's text only when there is something to look
 * for.
 */
function sentIn(request: ExchangeRequest): (found: string) => boolean {
  let sent: string | undefined;
  return (found) => {
    sent ??= comparable(requestText(request));
    // A message that repeats a value may cut it short and end its own sentence after it.
    return sent.includes(comparable(found).replace(/\W+$/, ''));
  };
}

function requestText({ url, body, headers }: ExchangeRequest): string {
  const text = body?.toString('utf8') ?? '';
  return [url, decoded(url), text, unescaped(text), ...Object.values(headers)].join('\n');
}

/** A machine that is called by one of its own names may answer with another. */
function comparable(text: string): string {
  return text.toLowerCase().replaceAll(/localhost|\[::1\]/g, '127.0.0.1');
}

function decoded(url: string): string {
  return url
    .replaceAll('+', ' ')
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
    );
}

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** JSON text with the escapes of its strings decoded, so that line breaks and backslashes appear as themselves. */
function unescaped(json: string): string {
  if (!json.includes('\\')) return json;
  return json.replaceAll(/\\(?:u([0-9a-f]{4})|(.))/gis, (_, code: string | undefined, letter: string) =>
    code === undefined ? (controls[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
