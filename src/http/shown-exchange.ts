import { asCurl } from './as-text.js';
import type { Exchange } from './exchange.js';

/** A body as a report shows it: as text, or in hex if it is not text; long bodies are cut. */
export interface ShownBody {
  /** The size of the whole body in bytes. */
  readonly bytes: number;
  /** The body or its beginning; absent if it is not text. */
  readonly text?: string;
  /** If the body is not text: its first bytes as lines of hexadecimal numbers next to their ASCII characters. */
  readonly hex?: string;
  /** Whether only the beginning is shown. */
  readonly isCut: boolean;
}

/** The most characters of a text that a report shows. */
const longestText = 16_384;
/** The bytes that we search for secrets: more than a report shows, because a secret cut in two is not recognised. */
const lookedAt = 2 * longestText;
const shownBytes = 256;
const bytesOfLine = 16;

/**
 * A body with its secrets replaced.
 * @param redact replaces secrets in a text
 */
export function shownBody(body: Buffer, redact: (text: string) => string): ShownBody {
  const text = textIn(body.subarray(0, lookedAt));
  const bytes = body.length;
  if (text === undefined) {
    // Latin-1 maps each byte to a character, so the search also finds a secret between bytes that are not text.
    const hidden = Buffer.from(redact(body.subarray(0, lookedAt).toString('latin1')), 'latin1');
    return { bytes, hex: hexLines(hidden.subarray(0, shownBytes)), isCut: bytes > shownBytes };
  }
  const hidden = redact(text);
  const isCut = bytes > lookedAt || hidden.length > longestText;
  return { bytes, text: hidden.slice(0, longestText), isCut };
}

/**
 * The bytes as text; undefined if they are not UTF-8 or contain a null byte. A character cut off at the end is ignored.
 */
function textIn(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

function hexLines(bytes: Buffer): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += bytesOfLine) {
    const row = bytes.subarray(at, at + bytesOfLine);
    const numbers = [...row].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const characters = row.toString('latin1').replaceAll(/[^\x20-\x7e]/g, '.');
    lines.push(`${at.toString(16).padStart(4, '0')}  ${numbers.padEnd(bytesOfLine * 3 - 1)}  ${characters}`);
  }
  return lines.join('\n');
}

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
