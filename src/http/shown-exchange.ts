import { asCurl } from './as-curl.js';
import type { Exchange } from './exchange.js';
import { type ShownBody, shownBody } from './shown-body.js';

/** An exchange as a report shows it: its secrets replaced, its bodies cut. */
export interface ShownExchange {
  /** When the request was sent, ISO 8601. */
  readonly startedAt: string;
  /** From the request to the end of the response. */
  readonly milliseconds: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** Names in lower case. */
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: ShownBody;
  };
  readonly response: {
    readonly status: number;
    /** Names in lower case. */
    readonly headers: Readonly<Record<string, string>>;
    readonly body: ShownBody;
  };
  /** The request as a command to paste into a shell; the key is the variable $API_KEY. */
  readonly curl: string;
}

/**
 * An exchange as it went over the wire, with its secrets replaced.
 * @param redact replaces secrets in a text
 */
export function shownExchange(exchange: Exchange, redact: (text: string) => string): ShownExchange {
  const { sent: request, received: response, milliseconds, startedAt } = exchange;
  const shownHeaders = (headers: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [redact(name), redact(value)]));
  return {
    startedAt: new Date(startedAt).toISOString(),
    milliseconds: Math.round(milliseconds * 10) / 10,
    request: {
      method: request.method,
      url: redact(request.url),
      headers: shownHeaders(request.headers),
      ...(request.body === undefined ? {} : { body: shownBody(request.body, redact) }),
    },
    response: {
      status: response.status,
      headers: shownHeaders(response.headers),
      body: shownBody(response.body, redact),
    },
    curl: redact(asCurl(exchange)),
  };
}
