import { asCurl } from './as-curl.js';
import type { Exchange } from './exchange.js';

const shownBytes = 2000;

/** An exchange as it is shown in a failure: the curl command, then the response with its headers and a cut body. */
export function asText(exchange: Exchange): string {
  const { status, headers, body } = exchange.response;
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [
    asCurl(exchange),
    '',
    `${status} after ${Math.round(exchange.milliseconds)} ms`,
    ...head,
    '',
    shownBody(body),
  ]
    .join('\n')
    .trimEnd();
}

function shownBody(body: Buffer): string {
  if (body.subarray(0, shownBytes).includes(0)) return `(${body.length} bytes that are not text)`;
  const text = body.subarray(0, shownBytes).toString('utf8');
  return body.length > shownBytes ? `${text}\n(cut: ${body.length} bytes in all)` : text;
}
