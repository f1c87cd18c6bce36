import type { Exchange } from './exchange.js';
import type { ShownBody, ShownExchange } from './shown-exchange.js';

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
 */
export function asCurl(exchange: Exchange): string {
  const { method, url, headers, body } = exchange.sent;
  const parts = ['curl', '--include', ...methodOption(method), ...urlOptions(url), quote(url)];
  // Otherwise curl would add a content type for the body itself.
  if (body !== undefined && headers['content-type'] === undefined)
    parts.push('--header', quote('content-type:'));
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'content-length') continue;
    const secret = name === 'x-api-key' && exchange.credential === 'valid';
    parts.push('--header', secret ? '"x-api-key: $API_KEY"' : quote(headerLine(name, value)));
  }
  if (body === undefined) return parts.join(' ');
  if (body.length > longestBody) return `${parts.join(' ')} # with a body of ${body.length} bytes`;
  const text = body.toString('utf8');
  if (Buffer.from(text).equals(body) && !text.includes('\0'))
    return [...parts, '--data-raw', quote(text)].join(' ');
  return [`printf %s '${body.toString('base64')}' | base64 --decode |`, ...parts, '--data-binary', '@-'].join(
    ' ',
  );
}

function methodOption(method: string): string[] {
  return method === 'HEAD' ? ['--head'] : ['--request', method];
}

/** By default, curl removes dot segments from the URL and reads brackets as ranges; these options stop it. */
function urlOptions(url: string): string[] {
  return [
    ...(/\/\.{1,2}(\/|$)/.test(url) ? ['--path-as-is'] : []),
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
  ];
}

/** curl omits a header that has no value, unless it ends in a semicolon. */
function headerLine(name: string, value: string): string {
  return value === '' ? `${name};` : `${name}: ${value}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
