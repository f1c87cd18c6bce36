import type { Exchange } from '../exchange/exchange.js';
import { mediaTypeOf } from '../exchange/media-type.js';
import { oddRecord } from './csv-records.js';
import { textOf } from './file-format.js';
import { hasStatus } from './status.js';
import type { Unmet, Unseen } from './unmet.js';

/** Media types of which the bytes are text. */
const readable = /^text\/|[/+](json|xml)$/;

/** What a report is sent as is not shown (clause 4.6). */
const gaps = ['G-11'];

/** The response is 200 and names the file that it sends. */
export function namesItsFile(exchange: Exchange): Unmet | undefined {
  const header = exchange.header('content-disposition');
  if (/;\s*filename\*?\s*=\s*("[^"]+"|[^\s";]+)/i.test(header ?? '')) return hasStatus(exchange, 200);
  return {
    expected: ['a file name'],
    actual: header === undefined ? 'no such header' : JSON.stringify(header),
    at: 'header content-disposition',
    gaps,
  };
}

/**
 * A CSV file has as many fields in each record as in its header (RFC 4180); nothing is said of other files, and of one
 * without a record.
 */
export function hasRecordsLikeItsHeader(exchange: Exchange): Unmet | Unseen | undefined {
  const { type, charset } = mediaTypeOf(exchange);
  const table = type === 'text/csv' ? textOf(exchange.response.body, charset) : undefined;
  if (table === undefined) return { unseen: 'the file is not a CSV file' };
  const odd = oddRecord(table);
  if (odd === undefined)
    return table.trimEnd().includes('\n') ? undefined : { unseen: 'the file has no record after its header' };
  return {
    expected: [`records of ${odd.wanted} fields, as the header has`],
    actual: odd.fields === 0 ? 'a quote that neither begins nor ends a value' : `${odd.fields} fields`,
    at: `body record ${odd.record}`,
    gaps,
  };
}

/**
 * The response is 200 with a file that doesn't hold a text: one that only another merchant's data has. A file that is empty,
 * or whose bytes are no text, can't show that.
 */
export function holdsNo(exchange: Exchange, text: string): Unmet | Unseen | undefined {
  const unmet = hasStatus(exchange, 200);
  if (unmet !== undefined) return unmet;
  if (!exchange.text.includes(text))
    return readable.test(mediaTypeOf(exchange).type) && exchange.text !== ''
      ? undefined
      : { unseen: 'the file holds no text that can be read' };
  return { expected: [`a file without ${text}`], actual: 'one that holds it', at: 'body' };
}
