import type { Exchange } from '../exchange/exchange.js';
import { hasStatus } from './status.js';
import type { Unmet } from './unmet.js';

/** How files of a type begin that no other type begins with. */
const marks: Readonly<Record<string, string>> = {
  'application/pdf': '%PDF-',
  'application/zip': 'PK\x03\x04',
};

/** Types whose files are other files: a workbook is a zip archive, and anything may be a stream of octets. */
const containers: readonly (readonly [type: RegExp, mark: keyof typeof marks | 'any'])[] = [
  [/^application\/vnd\.openxmlformats-officedocument\./, 'application/zip'],
  [/^application\/(octet-stream|x-download|force-download)$/, 'any'],
];

/**
 * The response is 200 with a file: not empty, its media type declared, its first bytes of that type. A type without a
 * mark of its own begins with none of another type; a text holds no NUL, and one of comma-separated values no markup.
 */
export function isAFileOfItsMediaType(exchange: Exchange): Unmet | undefined {
  const refused = hasStatus(exchange, 200);
  if (refused !== undefined) return refused;
  const { body } = exchange.response;
  if (body.length === 0) return { expected: ['a file'], actual: 'an empty body', at: 'body' };
  const declared = exchange.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (declared === undefined || declared === '')
    return { expected: ['a declared media type'], actual: 'no such header', at: 'header content-type' };
  if (isOfType(body, declared)) return undefined;
  return {
    expected: [`bytes of ${declared}`],
    actual: JSON.stringify(body.subarray(0, 24).toString('latin1')),
    at: 'body',
  };
}

function isOfType(body: Buffer, declared: string): boolean {
  const container = containers.find(([type]) => type.test(declared))?.[1];
  if (container === 'any') return true;
  const wanted = container ?? declared;
  const begin = body.subarray(0, 8).toString('latin1');
  const found = Object.keys(marks).find((type) => begin.startsWith(marks[type] ?? ''));
  if (found !== undefined || wanted in marks) return found === wanted;
  if (!declared.startsWith('text/')) return true;
  if (body.subarray(0, 512).includes(0)) return false;
  return declared !== 'text/csv' || !/^\s*[<{]/.test(body.toString('utf8'));
}
