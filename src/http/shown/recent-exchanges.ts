import type { Exchange } from '../exchange.js';
import { asText, type ShownExchange, shownExchange } from './shown-exchange.js';

/** The maximum number of exchanges that are kept. */
const most = 200;

/** The maximum size of their bodies in bytes: of huge ones, fewer are kept. */
const mostBytes = 8_000_000;

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
  before(given: ShownExchange, atMost: number) {
    // Only what identifies an exchange is compared, none of its texts.
    const at = this.#kept.findLastIndex((each) => identity(shownExchange(each, String)) === identity(given));
    const end = at < 0 ? this.#kept.length : at;
    const exchanges = this.#kept.slice(Math.max(0, end - atMost), end);
    return { exchanges, earlier: this.#dropped + end - exchanges.length };
  }

  /**
   * The exchanges as text, in the order in which they were sent. Those that showed a violation begin with it, and are
   * included even if they are not kept.
   * @param violations in words, each with the exchange that showed it
   * @param redact replaces secrets in a string
   */
  asText(
    violations: readonly { readonly violation: string; readonly exchange: ShownExchange }[],
    redact: (text: string) => string,
  ): string {
    const kept = this.#kept.map((exchange) => shownExchange(exchange, redact));
    const violating = violations.map(({ exchange }) => exchange);
    const all = new Map([...kept, ...violating].map((exchange) => [identity(exchange), exchange]));
    const texts = [...all]
      .toSorted(([, one], [, other]) => one.startedAt.localeCompare(other.startedAt))
      .map(([id, exchange]) => {
        const own = violations.filter((each) => identity(each.exchange) === id);
        return [exchange.startedAt, ...own.map((each) => each.violation), asText(exchange)].join('\n');
      });
    const lacking = this.#dropped === 0 ? [] : [`${this.#dropped} earlier exchanges are left out.`];
    return [...lacking, ...texts].join('\n\n\n');
  }
}

function bytesOf({ sent, received }: Exchange): number {
  return (sent.body?.length ?? 0) + received.body.length;
}

/** What stays the same if a secret becomes known after the exchange was first shown. */
function identity({ startedAt, milliseconds, request, response }: ShownExchange): string {
  return `${startedAt} ${milliseconds} ${request.method} ${response.status}`;
}
