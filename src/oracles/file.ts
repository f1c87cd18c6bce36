import type { Exchange } from '../exchange/exchange.js';
import { hasStatus } from './status.js';
import type { Unmet } from './unmet.js';

/** How a file of a media type begins, or why its bytes can't be of that type. */
const signatures: Readonly<Record<string, (body: Buffer) => boolean>> = {
  'application/pdf': (body) => body.subarray(0, 5).toString('latin1') === '%PDF-',
  'text/csv': (body) => isText(body) && !/^\s*[<{]/.test(body.toString('utf8')),
  'application/zip': (body) => body.subarray(0, 2).toString('latin1') === 'PK',
};

/** The response is 200 with a file: not empty, its media type declared, its first bytes of that type. */
export function isAFileOfItsMediaType(exchange: Exchange): Unmet | undefined {
  const refused = hasStatus(exchange, 200);
  if (refused !== undefined) return refused;
  const { body } = exchange.response;
  if (body.length === 0) return { expected: ['a file'], actual: 'an empty body', at: 'body' };
  const declared = exchange.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (declared === undefined || declared === '')
    return { expected: ['a declared media type'], actual: 'no such header', at: 'header content-type' };
  const matches = signatures[declared];
  if (matches === undefined || matches(body)) return undefined;
  return {
    expected: [`bytes of ${declared}`],
    actual: JSON.stringify(body.subarray(0, 24).toString('latin1')),
    at: 'body',
  };
}

function isText(body: Buffer): boolean {
  return !body.subarray(0, 512).includes(0);
}
