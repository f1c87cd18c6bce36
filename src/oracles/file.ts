import type { Exchange } from '../exchange/exchange.js';
import { mediaTypeOf } from '../exchange/media-type.js';
import { fileFormatOf, mediaTypes } from './file-format.js';
import { hasStatus } from './status.js';
import type { Unmet } from './unmet.js';

/** Bytes of a body that a finding shows, of its beginning and of its end. */
const shown = 24;

/**
 * The response is 200 with a file: not empty, its media type declared, and its bytes of that type. Which types a document
 * or a report may have is not shown (gap G-11): one that can't be told by its bytes is never taken for matching them.
 */
export function isAFileOfItsMediaType(exchange: Exchange): Unmet | undefined {
  const refused = hasStatus(exchange, 200);
  if (refused !== undefined) return refused;
  const { body } = exchange.response;
  if (body.length === 0) return { expected: ['a file'], actual: 'an empty body', at: 'body' };
  const at = 'header content-type';
  const { type, charset } = mediaTypeOf(exchange);
  if (type === '') return { expected: ['a declared media type'], actual: 'no such header', at };
  const format = fileFormatOf(type);
  if (format === undefined) return { expected: mediaTypes, actual: `"${type}"`, at, gaps: ['G-11'] };
  if (format.holds(body, charset)) return undefined;
  return {
    expected: [`bytes of ${type}: ${format.inWords}`],
    actual: endsOf(body),
    at: 'body',
  };
}

/** The media type of a file in words, for a note: `served as application/pdf`; what any bytes match is named as such. */
export function fileInWords(exchange: Exchange): string {
  const { type } = mediaTypeOf(exchange);
  if (fileFormatOf(type)?.isOpen === true)
    return `served as ${type}, which any bytes match: what the file is was not looked at`;
  return `served as ${type === '' ? 'no media type' : type}`;
}

/** How a body begins, and how it ends where that is another place. */
function endsOf(body: Buffer): string {
  const [first, last] = [body.subarray(0, shown), body.subarray(shown).subarray(-shown)].map((part) =>
    JSON.stringify(part.toString('latin1')),
  );
  return body.length <= shown ? `${first}` : `${first} and at the end ${last}, ${body.length} bytes`;
}

/**
 * Two orders have documents of their own: they differ in at least one byte. That a document tells its order is assumed
 * (gap G-11).
 */
export function isAnotherFileThan(exchange: Exchange, other: Exchange): Unmet | undefined {
  if (!exchange.response.body.equals(other.response.body)) return undefined;
  return {
    expected: [`another file than ${other.line} gives`],
    actual: `the same ${other.response.body.length} bytes`,
    at: 'body',
    gaps: ['G-11'],
  };
}
