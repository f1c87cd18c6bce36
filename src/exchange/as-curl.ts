import type { Exchange } from './exchange.js';

/** The request as a command to paste into a shell; the key is the variable $API_KEY, never its value. */
export function asCurl(exchange: Exchange): string {
  const { method, url, headers, body } = exchange.request;
  const parts = ['curl', '--include', '--request', method, quote(url)];
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'content-length') continue;
    const secret = name === 'x-api-key' && exchange.credential === 'valid';
    parts.push('--header', secret ? '"x-api-key: $API_KEY"' : quote(`${name}: ${value}`));
  }
  if (body !== undefined) parts.push('--data-raw', quote(body.toString('utf8')));
  return parts.join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
