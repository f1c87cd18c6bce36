import { isUtf8 } from 'node:buffer';
import type { Exchange, ExchangeRequest, ExchangeResponse } from '../exchange.js';

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

/** The maximum number of characters of a string that a report shows. */
const longestText = 16_384;
/** The bytes that we search for secrets: more than a report shows, because a secret cut in two is not recognised. */
const lookedAt = 2 * longestText;
/** The characters at the end of a part that may be the beginning of a secret: the longest form of a key is shorter. */
const unsure = 1024;
const shownBytes = 256;
const bytesOfLine = 16;

/**
 * A body with its secrets replaced.
 * @param redact replaces secrets in a string
 * @param longest the maximum number of characters of a string
 */
function shownBody(body: Buffer, redact: (text: string) => string, longest: number = longestText): ShownBody {
  const text = textIn(body.subarray(0, lookedAt));
  const bytes = body.length;
  if (text === undefined) {
    // Latin-1 maps each byte to a character, so the search also finds a secret between bytes that are not text.
    const hidden = Buffer.from(redact(body.subarray(0, lookedAt).toString('latin1')), 'latin1');
    return { bytes, hex: hexLines(hidden.subarray(0, shownBytes)), isCut: bytes > shownBytes };
  }
  const hidden = redact(text);
  const isPart = bytes > lookedAt;
  // Replacing many secrets shortens the text so much that its end would be shown.
  const sure = isPart ? Math.max(0, hidden.length - unsure) : hidden.length;
  return { bytes, text: hidden.slice(0, Math.min(sure, longest)), isCut: isPart || hidden.length > longest };
}

/**
 * The bytes as text; undefined if they are not UTF-8 or contain a null byte. A character cut off at the end is ignored.
 */
function textIn(bytes: Buffer): string | undefined {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
  const isText = !bytes.includes(0) && bytes.subarray(0, Buffer.byteLength(text)).equals(Buffer.from(text));
  return isText ? text : undefined;
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
  readonly request: Pick<ExchangeRequest, 'method' | 'url' | 'headers'> & { readonly body?: ShownBody };
  readonly response: Pick<ExchangeResponse, 'status' | 'headers'> & { readonly body: ShownBody };
  /** The request as a command to paste into a shell; the key is the variable $API_KEY. */
  readonly curl: string;
}

/**
 * An exchange as it went over the wire, with its secrets replaced.
 * @param redact replaces secrets in a string
 * @param longest the maximum number of characters of a body, if it is less than a finding shows
 */
export function shownExchange(
  exchange: Exchange,
  redact: (text: string) => string,
  longest?: number,
): ShownExchange {
  const { sent: request, received: response, milliseconds, startedAt, excerpt } = exchange;
  return {
    startedAt: new Date(startedAt).toISOString(),
    milliseconds: Math.round(milliseconds * 10) / 10,
    request: {
      method: request.method,
      url: redact(request.url),
      headers: redactedHeaders(request.headers, redact),
      body: request.body && shownBody(request.body, redact, longest),
    },
    response: {
      status: response.status,
      headers: redactedHeaders(response.headers, redact),
      body:
        excerpt === undefined
          ? shownBody(response.body, redact, longest)
          : { bytes: response.body.length, text: redact(excerpt), isCut: true },
    },
    curl: redact(asCurl(exchange, longest)),
  };
}

/** Headers with the secrets in their names and values replaced. */
export function redactedHeaders(
  headers: Readonly<Record<string, string>>,
  redact: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [redact(name), redact(value)]));
}

const shownCharacters = 2000;

/** An exchange as a terminal shows it: the curl command, then the response with its headers and a shortened body. */
export function asText({ curl, milliseconds, response }: ShownExchange): string {
  const { status, headers, body } = response;
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [curl, '', `${status} after ${Math.round(milliseconds)} ms`, ...head, '', bodyAsText(body)]
    .join('\n')
    .trimEnd();
}

function bodyAsText({ text, bytes, isCut }: ShownBody): string {
  if (text === undefined) return `(${bytes} bytes that are not text)`;
  return isCut || text.length > shownCharacters
    ? `${text.slice(0, shownCharacters)}\n(cut: ${bytes} bytes in all)`
    : text;
}

/** The longest body that the command includes, in bytes. */
export const longestBody = 4096;

/**
 * The request as a command to paste into a shell; the key is the variable $API_KEY, never its value. A body that is not
 * text goes through base64. A body too long for a command line is left out, and a comment says so.
 * @param longest the size in bytes of the longest body that is not left out
 */
function asCurl(exchange: Exchange, longest: number = longestBody): string {
  const { method, url, headers, body } = exchange.sent;
  const parts = [
    'curl',
    '--include',
    ...(method === 'HEAD' ? ['--head'] : ['--request', method]),
    // By default, curl removes dot segments from the URL, and reads brackets as ranges.
    ...(/\/\.{1,2}(\/|$)/.test(url) ? ['--path-as-is'] : []),
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    quote(url),
  ];
  // Otherwise curl would add a content type for the body itself.
  if (body !== undefined && headers['content-type'] === undefined)
    parts.push('--header', quote('content-type:'));
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'content-length') continue;
    const isSecret = name === 'x-api-key' && exchange.credential === 'valid';
    // curl omits a header that has no value, unless it ends in a semicolon.
    const line = value === '' ? `${name};` : `${name}: ${value}`;
    parts.push('--header', isSecret ? '"x-api-key: $API_KEY"' : quote(line));
  }
  if (body === undefined) return parts.join(' ');
  if (body.length > longest) return `${parts.join(' ')} # with a body of ${body.length} bytes`;
  if (isUtf8(body) && !body.includes(0)) return [...parts, '--data-raw', quote(body.toString())].join(' ');
  const decoding = `printf %s '${body.toString('base64')}' | base64 --decode |`;
  return [decoding, ...parts, '--data-binary', '@-'].join(' ');
}

/** A text as one argument of a shell command. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The maximum number of characters of a target's text that a message quotes. */
const longest = 3000;

/**
 * The text without invisible characters: control characters become their symbols, and characters that reverse, join or
 * hide their neighbours become their code points. Line breaks and tabs stay.
 */
export function visibleText(text: string): string {
  return text.toWellFormed().replaceAll(invisible, shown);
}

/**
 * Control characters except tab and line feed, direction marks, zero-width spaces, fillers and variation selectors; and
 * code points that are not characters, with which no strict parser reads a JUnit file.
 */
export const invisible =
  /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029\u2800](?<![\t\n])/gu;

function shown(character: string): string {
  const number = character.codePointAt(0) ?? 0;
  return number < 0x20 ? String.fromCodePoint(0x2400 + number) : String.raw`\u{${number.toString(16)}}`;
}

/** Visible text, cut if it is too long for a message. */
export function shortText(text: string): string {
  return text.length > longest
    ? `${visibleText(text.slice(0, longest))}… (${text.length} characters)`
    : visibleText(text);
}
