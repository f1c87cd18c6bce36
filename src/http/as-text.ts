import type { ShownBody } from './shown-body.js';
import type { ShownExchange } from './shown-exchange.js';

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
