import { CsvError, parse } from 'csv-parse/sync';
import { inBody, inHeader } from '../../../contract/values/place.js';
import { type Exchange, jsonIn, mediaTypeOf } from '../../../http/exchange.js';
import { haveStatus } from '../response.js';
import { type OracleResult, type Violation, violationAt } from '../violation.js';

/** How to recognise files of certain media types by their bytes. */
interface FileFormat {
  readonly types: readonly string[];
  readonly inWords: string;
  /** Present if any bytes match the type, so that it says nothing about them. */
  readonly isOpen?: boolean;
  /** Whether the bytes are such a file. @param charset the charset that the media type declares, for text */
  readonly holds: (body: Buffer, charset?: string) => boolean;
}

/** The bytes with which files of exactly one format begin, one character for each byte. */
const marks = {
  pdf: ['%PDF-'],
  zip: ['PK\x03\x04'],
  emptyZip: ['PK\x05\x06'],
  gzip: ['\x1f\x8b\x08'],
  png: ['\x89PNG\r\n\x1a\n'],
  jpeg: ['\xff\xd8\xff'],
} as const;

/** Every known format of a document or a report (clause 4.6 leaves the format open: gap G-11). */
const formats: readonly FileFormat[] = [
  {
    types: ['application/pdf'],
    inWords: 'begins with "%PDF-", and is whole: ends with the offset of its cross-references and %%EOF',
    holds: isWholePdf,
  },
  marked(['application/zip', 'application/x-zip-compressed'], [...marks.zip, ...marks.emptyZip]),
  marked(['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'], marks.zip),
  marked(['application/gzip', 'application/x-gzip'], marks.gzip),
  marked(['image/png'], marks.png),
  marked(['image/jpeg'], marks.jpeg),
  {
    types: ['application/json'],
    inWords: 'parses as JSON',
    holds: (body) => jsonIn(textOf(body, 'utf-8')) !== undefined,
  },
  text(['application/xml', 'text/xml', 'text/html'], 'begins with <', /^\s*</),
  text(['text/csv', 'text/tab-separated-values'], 'begins with neither < nor {', /^(?!\s*[<{])/),
  text(['text/plain'], 'may contain anything', /^/),
  {
    types: ['application/octet-stream', 'application/x-download', 'application/force-download'],
    inWords: 'any bytes',
    isOpen: true,
    holds: () => true,
  },
];

/** All known media types. */
const mediaTypes: readonly string[] = formats.flatMap(({ types }) => types);

/** The format of a media type, given in lower case and without parameters; undefined if it is unknown. */
function fileFormatOf(type: string): FileFormat | undefined {
  return formats.find(({ types }) => types.includes(type));
}

function marked(types: readonly string[], begins: readonly string[]): FileFormat {
  return {
    types,
    inWords: `begins with ${begins.map((mark) => JSON.stringify(mark)).join(' or ')}`,
    holds: (body) => beginsWith(body, begins),
  };
}

/** A text format: no NUL, bytes that fit the declared charset, and no mark of a different format at the beginning. */
function text(types: readonly string[], inWords: string, pattern: RegExp): FileFormat {
  return {
    types,
    inWords: `text without NUL, in the declared charset; ${inWords}`,
    holds: (body, charset) => {
      if (Object.values(marks).some((begins) => beginsWith(body, begins))) return false;
      const content = textOf(body, charset);
      return content !== undefined && !content.includes('\0') && pattern.test(content);
    },
  };
}

function beginsWith(body: Buffer, begins: readonly string[]): boolean {
  const start = body.toString('latin1', 0, 8);
  return begins.some((mark) => start.startsWith(mark));
}

/** PDF readers look for the last mark in this many bytes at the end, because other bytes may follow it. */
const longestEndOfPdf = 1024;

/**
 * Whether bytes are a complete PDF: they begin with its mark, and at their end `startxref` gives the offset of a
 * cross-reference table or stream, followed by %%EOF. A truncated file has no such end, and a file whose bytes were
 * altered in transit has something else at that offset.
 */
function isWholePdf(body: Buffer): boolean {
  const text = body.toString('latin1');
  const last = text.slice(text.lastIndexOf('startxref'));
  const [, digits] = /^startxref\s+(\d+)\s+%%EOF/.exec(last) ?? [];
  if (!text.startsWith('%PDF-') || digits === undefined || last.length > longestEndOfPdf) return false;
  const offset = Number(digits);
  // A table, or an object that contains the stream of references. Some writers also count the line break before it.
  return /^\s*(xref\s|\d+\s+\d+\s+obj\b)/.test(text.slice(offset, offset + 64));
}

/**
 * The text of a file; undefined if the bytes don't fit the charset. If no charset is declared, it may be any superset
 * of ASCII.
 */
function textOf(body: Buffer, charset?: string): string | undefined {
  try {
    return new TextDecoder(charset ?? 'utf-8', { fatal: charset !== undefined }).decode(body);
  } catch {
    return undefined;
  }
}

/** The number of bytes that a finding shows from each end of a body. */
const shown = 24;

/**
 * The response is 200 with a file: it is not empty, declares its media type, and its bytes are of that type. The
 * description doesn't show the types of documents and reports (gap G-11): a type that the bytes can't confirm never
 * passes.
 */
export function beAFileOfItsMediaType(exchange: Exchange): Violation | undefined {
  const refused = haveStatus(exchange, 200);
  if (refused !== undefined) return refused;
  const { body } = exchange.response;
  if (body.length === 0) return violationAt(inBody(), 'a file', 'an empty body');
  const at = inHeader('content-type');
  const { type, charset } = mediaTypeOf(exchange);
  if (type === '') return violationAt(at, 'a declared media type', 'no such header');
  const format = fileFormatOf(type);
  if (format === undefined) return violationAt(at, mediaTypes, `"${type}"`, ['G-11']);
  if (format.holds(body, charset)) return undefined;
  return violationAt(inBody(), `bytes of ${type}: ${format.inWords}`, endsOf(body));
}

/**
 * The media type of a file in words, for a note: `served as application/pdf`. If any bytes match the type, the note
 * says so.
 */
export function fileInWords(exchange: Exchange): string {
  const { type } = mediaTypeOf(exchange);
  if (fileFormatOf(type)?.isOpen === true)
    return `served as ${type}, which any bytes match, so its format was not checked`;
  return `served as ${type === '' ? 'no media type' : type}`;
}

/** The first bytes of a body, and the last ones if they don't overlap. */
function endsOf(body: Buffer): string {
  const quoted = (part: Buffer) => JSON.stringify(part.toString('latin1'));
  const first = quoted(body.subarray(0, shown));
  if (body.length <= shown) return first;
  return `${first} and at the end ${quoted(body.subarray(shown).subarray(-shown))}, ${body.length} bytes`;
}

/**
 * Two orders have different documents: they differ in at least one byte. That a document identifies its order is
 * assumed (gap G-11).
 */
export function beAnotherFileThan(exchange: Exchange, other: Exchange): Violation | undefined {
  const { body } = exchange.response;
  if (!body.equals(other.response.body)) return undefined;
  const expected = `a file other than the one from ${other.line}`;
  return violationAt(inBody(), expected, `the same ${body.length} bytes`, ['G-11']);
}

/** Media types whose bytes are text. */
const readable = /^text\/|[/+](json|xml)$/;

/** The format of a report is not shown (clause 4.6). */
const gaps = ['G-11'];

/** The response is 200 and names its file. */
export function nameItsFile(exchange: Exchange): Violation | undefined {
  const header = exchange.header('content-disposition');
  if (/;\s*filename\*?\s*=\s*("[^"]+"|[^\s";]+)/i.test(header ?? '')) return haveStatus(exchange, 200);
  const actual = header === undefined ? 'no such header' : JSON.stringify(header);
  return violationAt(inHeader('content-disposition'), 'a file name', actual, gaps);
}

/** The characters that may separate fields in CSV files; a file uses one that its header has. */
const separators = [',', ';', '\t', '|'];

/**
 * A CSV file has as many fields in each record as in its header (RFC 4180); if its header contains several separators,
 * it is enough if one of them fits. This does not judge files of other types, or a file without records.
 */
export function haveRecordsLikeItsHeader(exchange: Exchange): OracleResult {
  const { type, charset } = mediaTypeOf(exchange);
  const table = type === 'text/csv' ? textOf(exchange.response.body, charset) : undefined;
  if (table === undefined) return { inconclusive: 'the file is not a CSV file' };
  const [header = ''] = table.split(/\r?\n/, 1);
  const meant = separators.filter((separator) => header.includes(separator));
  const odd = (meant.length === 0 ? [','] : meant).map((separator) => oddRecord(table, separator));
  if (!odd.includes(undefined)) return odd[0];
  return table.trimEnd().includes('\n')
    ? undefined
    : { inconclusive: 'the file has no record after its header' };
}

/**
 * The response is 200 with a file that does not contain a string that occurs only in a different merchant's data. An
 * empty file, or a file whose bytes are not text, can't show that.
 */
export function holdNo(exchange: Exchange, text: string): OracleResult {
  const violation = haveStatus(exchange, 200);
  if (violation !== undefined) return violation;
  if (exchange.text.includes(text)) return violationAt(inBody(), `a file without ${text}`, 'a file with it');
  const isReadable = readable.test(mediaTypeOf(exchange).type) && exchange.text !== '';
  return isReadable ? undefined : { inconclusive: 'the file contains no readable text' };
}

/**
 * The first record of a table that has more or fewer fields than its header (RFC 4180). A separator, a quote or a
 * line break belongs to a value only if the value is quoted, and a quote inside it is doubled.
 */
function oddRecord(table: string, separator: string): Violation | undefined {
  const [wanted = 0, ...lengths] = lengthsOf(table, separator);
  const index = lengths.findIndex((fields) => fields !== wanted);
  if (index < 0) return undefined;
  const [at, fields] = [inBody(`record ${index + 2}`), lengths[index]];
  const actual = fields === 0 ? 'a quote that neither begins nor ends a value' : `${fields} fields`;
  return violationAt(at, `records of ${wanted} fields, like the header`, actual, gaps);
}

/** The number of fields of each record, followed by 0 if a record has a quote where none is allowed. */
function lengthsOf(table: string, delimiter: string): readonly number[] {
  const lengths: number[] = [];
  const options = { delimiter, recordDelimiter: ['\r\n', '\n'], relaxColumnCount: true };
  try {
    parse(table, { ...options, onRecord: ({ length }) => void lengths.push(length) });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    lengths.push(0);
  }
  return lengths;
}
