import { STATUS_CODES } from 'node:http';
import type { Har } from 'har-format';
import type { Exchange } from '../exchange.js';
import { type ShownBody, type ShownExchange, shownExchange } from './shown-exchange.js';

type HarEntry = Har['log']['entries'][number];

/** The maximum number of exchanges that are kept. */
const most = 200;

/** The maximum size of their bodies in bytes: of huge ones, fewer are kept. */
const mostBytes = 8_000_000;

/** A violation, and the exchange that showed it. */
interface Violating {
  /** In words. */
  readonly violation: string;
  readonly exchange: ShownExchange;
}

/** The last exchanges of a test, for readers who want to know what led to a failure. */
export class RecentExchanges {
  readonly #kept: Exchange[] = [];
  #bytes = 0;
  #dropped = 0;

  add(exchange: Exchange): void {
    this.#kept.push(exchange);
    this.#bytes += bytesOf(exchange);
    while (this.#kept.length > most || (this.#bytes > mostBytes && this.#kept.length > 1)) {
      const oldest = this.#kept.shift();
      this.#bytes -= oldest === undefined ? 0 : bytesOf(oldest);
      this.#dropped += 1;
    }
  }

  /**
   * The exchanges that were complete before the given one; if that is not kept, the last exchanges of all.
   * @param atMost how many to return
   * @returns also the number of exchanges before them
   */
  before(
    given: ShownExchange,
    atMost: number,
  ): { readonly exchanges: readonly Exchange[]; readonly earlier: number } {
    // Only what identifies an exchange is compared, none of its texts.
    const at = this.#kept.findLastIndex((each) => identity(shownExchange(each, String)) === identity(given));
    const end = at < 0 ? this.#kept.length : at;
    const exchanges = this.#kept.slice(Math.max(0, end - atMost), end);
    return { exchanges, earlier: this.#dropped + end - exchanges.length };
  }

  /**
   * The exchanges as an HTTP archive (HAR 1.2), which the network tools of browsers open, in the order in which they were
   * sent. Those that showed a violation say so in their comment, and are included even if they are not kept.
   * @param redact replaces secrets in a string
   */
  archive(violations: readonly Violating[], redact: (text: string) => string): Har {
    const kept = this.#kept.map((exchange) => shownExchange(exchange, redact));
    const shown = new Map(kept.map((exchange) => [identity(exchange), exchange]));
    for (const { exchange } of violations)
      if (!shown.has(identity(exchange))) shown.set(identity(exchange), exchange);
    const entries = [...shown]
      .toSorted(([, one], [, other]) => one.startedAt.localeCompare(other.startedAt))
      .map(([id, exchange]) => {
        const own = violations.filter((each) => identity(each.exchange) === id);
        return entryOf(exchange, own.map(({ violation }) => redact(violation)).join('\n'));
      });
    const comment =
      this.#dropped === 0
        ? 'All exchanges of a test.'
        : `The last exchanges of a test: ${this.#dropped} earlier ones are left out.`;
    return {
      log: { version: '1.2', creator: { name: 'seller-api-conformance', version: '1' }, entries, comment },
    };
  }
}

function bytesOf({ sent, received }: Exchange): number {
  return (sent.body?.length ?? 0) + received.body.length;
}

/** What stays the same if a secret becomes known after the exchange was first shown. */
function identity({ startedAt, milliseconds, request, response }: ShownExchange): string {
  return `${startedAt} ${milliseconds} ${request.method} ${response.status}`;
}

function entryOf({ startedAt, milliseconds, request, response }: ShownExchange, comment: string): HarEntry {
  const { body } = request;
  const named = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([name, value]) => ({ name, value }));
  const unknown = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  return {
    startedDateTime: startedAt,
    time: milliseconds,
    request: {
      ...unknown,
      method: request.method,
      url: request.url,
      headers: named(request.headers),
      queryString: queryOf(request.url),
      bodySize: body?.bytes ?? 0,
      ...(body && { postData: { mimeType: request.headers['content-type'] ?? '', ...contentOf(body) } }),
    },
    response: {
      ...unknown,
      status: response.status,
      statusText: STATUS_CODES[response.status] ?? '',
      headers: named(response.headers),
      content: {
        size: response.body.bytes,
        mimeType: response.headers['content-type'] ?? '',
        ...contentOf(response.body),
      },
      redirectURL: response.headers.location ?? '',
      bodySize: -1,
    },
    cache: {},
    timings: {
      send: 0,
      wait: milliseconds,
      receive: 0,
      comment: 'from the request to the end of the response',
    },
    comment: comment || undefined,
  };
}

function queryOf(url: string): HarEntry['request']['queryString'] {
  if (!URL.canParse(url)) return [];
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
}

function contentOf({ bytes, text, hex, isCut }: ShownBody) {
  const notes = [
    text === undefined ? 'not text: the bytes are in hexadecimal' : '',
    isCut ? `cut: this is the beginning of ${bytes} bytes` : '',
  ].filter((note) => note !== '');
  return { text: text ?? hex ?? '', comment: notes.join('; ') || undefined };
}
