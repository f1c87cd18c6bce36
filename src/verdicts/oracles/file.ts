import type { Exchange } from '../../http/exchange.js';
import { mediaTypeOf } from '../../http/media-type.js';
import { haveStatus } from './answer.js';
import { fileFormatOf, mediaTypes, textOf } from './file-format.js';
import type { OracleResult, Violation } from './violation.js';

/** The number of bytes that a finding shows from each end of a body. */
const shown = 24;

/**
 * The response is 200 with a file: it is not empty, declares its media type, and its bytes are of that type. The
 * description doesn't show the types of documents and reports (gap G-11): a type that bytes can't confirm never passes.
 */
export function beAFileOfItsMediaType(exchange: Exchange): Violation | undefined {
  const refused = haveStatus(exchange, 200);
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

/**
 * The media type of a file in words, for a note: `served as application/pdf`. It says so if any bytes match the type.
 */
export function fileInWords(exchange: Exchange): string {
  const { type } = mediaTypeOf(exchange);
  if (fileFormatOf(type)?.isOpen === true)
    return `served as ${type}, which any bytes match, so its format was not checked`;
  return `served as ${type === '' ? 'no media type' : type}`;
}

/** The first bytes of a body, and the last ones if they are others. */
function endsOf(body: Buffer): string {
  const [first, last] = [body.subarray(0, shown), body.subarray(shown).subarray(-shown)].map((part) =>
    JSON.stringify(part.toString('latin1')),
  );
  return body.length <= shown ? `${first}` : `${first} and at the end ${last}, ${body.length} bytes`;
}

/**
 * Two orders have different documents: they differ in at least one byte. That a document identifies its order is
 * assumed (gap G-11).
 */
export function beAnotherFileThan(exchange: Exchange, other: Exchange): Violation | undefined {
  if (!exchange.response.body.equals(other.response.body)) return undefined;
  return {
    expected: [`another file than ${other.line} gives`],
    actual: `the same ${other.response.body.length} bytes`,
    at: 'body',
    gaps: ['G-11'],
  };
}

/** Media types whose bytes are text. */
const readable = /^text\/|[/+](json|xml)$/;

/** The format of a report is not shown (clause 4.6). */
const gaps = ['G-11'];

/** The response is 200 and names its file. */
export function nameItsFile(exchange: Exchange): Violation | undefined {
  const header = exchange.header('content-disposition');
  if (/;\s*filename\*?\s*=\s*("[^"]+"|[^\s";]+)/i.test(header ?? '')) return haveStatus(exchange, 200);
  return {
    expected: ['a file name'],
    actual: header === undefined ? 'no such header' : JSON.stringify(header),
    at: 'header content-disposition',
    gaps,
  };
}

/**
 * A CSV file has as many fields in each record as in its header (RFC 4180). This does not judge other files, or a file
 * without records.
 */
export function haveRecordsLikeItsHeader(exchange: Exchange): OracleResult {
  const { type, charset } = mediaTypeOf(exchange);
  const table = type === 'text/csv' ? textOf(exchange.response.body, charset) : undefined;
  if (table === undefined) return { unseen: 'the file is not a CSV file' };
  const odd = oddRecord(table);
  if (odd === undefined)
    return table.trimEnd().includes('\n') ? undefined : { unseen: 'the file has no record after its header' };
  return {
    expected: [`records of ${odd.wanted} fields, like the header`],
    actual: odd.fields === 0 ? 'a quote that neither begins nor ends a value' : `${odd.fields} fields`,
    at: `body record ${odd.record}`,
    gaps,
  };
}

/**
 * The response is 200 with a file that does not contain a text which only another merchant's data has. An empty file,
 * or a file whose bytes are not text, can't show that.
 */
export function holdNo(exchange: Exchange, text: string): OracleResult {
  const violation = haveStatus(exchange, 200);
  if (violation !== undefined) return violation;
  if (!exchange.text.includes(text))
    return readable.test(mediaTypeOf(exchange).type) && exchange.text !== ''
      ? undefined
      : { unseen: 'the file holds no text that can be read' };
  return { expected: [`a file without ${text}`], actual: 'a file with it', at: 'body' };
}

/** The characters that may separate fields in CSV files; a file uses those that its header has. */
const separators = [',', ';', '\t', '|'];

/** A record whose number of fields differs from the header's. */
interface OddRecord {
  /** Its place in the file; the header is 1. */
  readonly record: number;
  readonly fields: number;
  /** Number of fields in the header. */
  readonly wanted: number;
}

/**
 * The first record of a table that has more or fewer fields than its header (RFC 4180). A separator, a quote or a
 * line break belongs to a value only if the value is quoted, and a quote inside it is doubled. The header shows which
 * separator the file uses; if several are possible, it is enough that one fits.
 * @returns undefined if every record has as many fields as the header
 */
function oddRecord(table: string): OddRecord | undefined {
  const [header = ''] = table.split(/\r?\n/, 1);
  const meant = separators.filter((separator) => header.includes(separator));
  const problems = (meant.length === 0 ? separators.slice(0, 1) : meant).map((separator) =>
    oddOf(lengthsOf(table, separator)),
  );
  return problems.includes(undefined) ? undefined : problems[0];
}

function oddOf([wanted = 0, ...lengths]: readonly number[]): OddRecord | undefined {
  const index = lengths.findIndex((fields) => fields !== wanted);
  return index < 0 ? undefined : { record: index + 2, fields: lengths[index] ?? 0, wanted };
}

/** The number of fields of each record; 0 if a record has a quote where it may not have one. */
function lengthsOf(table: string, separator: string): readonly number[] {
  const field = new RegExp(
    `("(?:[^"]|"")*"|[^"\\r\\n${separator}]*)(${separator === '|' ? '\\|' : separator}|\\r?\\n|$)`,
    'y',
  );
  const lengths: number[] = [];
  let fields = 0;
  while (field.lastIndex < table.length) {
    const found = field.exec(table);
    if (found === null) return [...lengths, 0];
    fields += 1;
    if (found[2] === separator && field.lastIndex < table.length) continue;
    lengths.push(found[2] === separator ? fields + 1 : fields);
    fields = 0;
  }
  return lengths;
}
