import { limits } from '../../contract/values/limits.js';
import { inBody, inHeader, type Place } from '../../contract/values/place.js';
import type { Exchange, ExchangeRequest } from '../../http/exchange.js';
import { placeOfSecret } from '../oracles/response.js';
import { asShown, violationAt } from '../oracles/violation.js';
import { type Check, learned } from './check.js';
import { leakIn } from './leaks.js';

/** Headers that contain only numbers, dates or media types. */
const plainHeaders: ReadonlySet<string> = new Set([
  ...['content-type', 'content-length', 'date', 'connection', 'keep-alive', 'retry-after', 'vary'],
  ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'transfer-encoding'],
]);

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

export const secrecyChecks = {
  /** AUTH-11: no response repeats a key, in its body or in a header (clause 5.4: the value is displayed once). */
  keyNotRepeated: {
    requirements: ['AUTH-11'],
    alone: 'in responses',
    everywhere: true,
    run(exchange, _operation, { secrets }) {
      if (exchange.credential === 'absent') return [];
      const at = placeOfSecret(exchange, secrets);
      return learned('AUTH-11', at && violationAt(at, 'a response without the API key', 'the API key'));
    },
  },
  /**
   * ERR-12: an error reveals nothing about the service's internals, in its body or its headers: no stack traces, file
   * paths, queries or internal host names (clauses 2.5 and 7). It may repeat what the request itself contained,
   * including the target's own address. The end of a very long error body is not searched, so such an error verifies
   * nothing.
   */
  noLeak: {
    requirements: ['ERR-12'],
    alone: 'in responses',
    everywhere: true,
    run(exchange) {
      if (exchange.status < 400) return [];
      const isKnown = sentIn(exchange.request);
      for (const [at, text] of textsOf(exchange)) {
        const leak = leakIn(text.slice(0, limits.searchedCharacters), isKnown);
        if (leak === undefined) continue;
        const expected = 'an error without stack traces, file paths, queries and internal host names';
        return learned('ERR-12', violationAt(at, expected, `${leak.kind}, ${asShown(leak.text)}`));
      }
      const { length } = exchange.response.body;
      return length === 0 || length > limits.searchedCharacters ? [] : ['ERR-12'];
    },
  },
} satisfies Readonly<Record<string, Check>>;

function* textsOf(exchange: Exchange): Generator<readonly [at: Place, text: string]> {
  yield [inBody(), exchange.jsonError === undefined ? unescaped(exchange.text) : exchange.text];
  for (const [name, value] of Object.entries(exchange.response.headers)) {
    if (!plainHeaders.has(name)) yield [inHeader(name), value];
  }
}

/**
 * Says whether the request contained a string. It assembles the request's text only when there is something to look
 * for.
 */
function sentIn(request: ExchangeRequest): (found: string) => boolean {
  let sent: string | undefined;
  return (found) => {
    sent ??= comparable(requestText(request));
    // A message that repeats a value may cut it short and end its own sentence after it.
    return sent.includes(comparable(found).replace(/(?<!\W)\W+$/, ''));
  };
}

function requestText({ url, body, headers }: ExchangeRequest): string {
  const text = body?.toString('utf8') ?? '';
  return [url, decoded(url), text, unescaped(text), ...Object.values(headers)].join('\n');
}

/** A machine that is addressed by one of its names may use a different one in its response. */
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

/** JSON text with the escapes of its strings decoded, so that line breaks and backslashes appear as themselves. */
function unescaped(json: string): string {
  if (!json.includes('\\')) return json;
  return json.replaceAll(/\\(?:u([0-9a-f]{4})|(.))/gis, (_, code: string | undefined, letter: string) =>
    code === undefined ? (controls[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
