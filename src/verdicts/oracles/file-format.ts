/** How to recognise files of some media types by their bytes. */
interface FileFormat {
  readonly types: readonly string[];
  readonly inWords: string;
  /** Any bytes match the type: it says nothing about them. */
  readonly isOpen?: boolean;
  /** Whether the bytes are such a file. @param charset the charset that the media type declares, for a text */
  readonly holds: (body: Buffer, charset?: string) => boolean;
}

/** The bytes with which files of exactly one format begin, one character for each byte. */
const marks = {
  pdf: ['%PDF-'],
  zip: ['PK\x03\x04'],
  emptyZip: ['PK\x05\x06'],
  gzip: ['\x1f\x8b\x08'],
  compound: ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  png: ['\x89PNG\r\n\x1a\n'],
  jpeg: ['\xff\xd8\xff'],
  gif: ['GIF87a', 'GIF89a'],
  tiff: ['II*\0', 'MM\0*'],
} as const;

const workbook = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** Every format that we know for a document or a report (clause 4.6 leaves it open: gap G-11). */
const formats: readonly FileFormat[] = [
  {
    types: ['application/pdf'],
    inWords: 'begins with "%PDF-", and is whole: ends with the offset of its cross-references and %%EOF',
    holds: isWholePdf,
  },
  marked(['application/zip', 'application/x-zip-compressed'], [...marks.zip, ...marks.emptyZip]),
  marked(
    [
      `${workbook}.spreadsheetml.sheet`,
      `${workbook}.wordprocessingml.document`,
      `${openDocument}.spreadsheet`,
      `${openDocument}.text`,
    ],
    marks.zip,
  ),
  marked(['application/gzip', 'application/x-gzip'], marks.gzip),
  marked(['application/vnd.ms-excel', 'application/msword'], marks.compound),
  marked(['image/png'], marks.png),
  marked(['image/jpeg'], marks.jpeg),
  marked(['image/gif'], marks.gif),
  marked(['image/tiff'], marks.tiff),
  { types: ['image/webp'], inWords: 'begins with RIFF and WEBP', holds: isWebp },
  { types: ['application/json'], inWords: 'parses as JSON', holds: isJson },
  text(['application/xml', 'text/xml', 'text/html'], 'begins with <', /^\s*</),
  text(['text/csv', 'text/tab-separated-values'], 'begins with neither < nor {', /^(?!\s*[<{])/),
  text(['text/plain'], 'may hold anything', /^/),
  {
    types: ['application/octet-stream', 'application/x-download', 'application/force-download'],
    inWords: 'any bytes',
    isOpen: true,
    holds: () => true,
  },
];

/** All known media types. */
export const mediaTypes: readonly string[] = formats.flatMap(({ types }) => types);

/** The format of a media type, given in lower case and without parameters; undefined if it is unknown. */
export function fileFormatOf(type: string): FileFormat | undefined {
  return formats.find(({ types }) => types.includes(type));
}

function marked(types: readonly string[], begins: readonly string[]): FileFormat {
  return {
    types,
    inWords: `begins with ${begins.map((mark) => JSON.stringify(mark)).join(' or ')}`,
    holds: (body) => beginsWith(body, begins),
  };
}

/** A text has no NUL, matches its declared charset, and does not begin with the mark of another format. */
function text(types: readonly string[], inWords: string, pattern: RegExp): FileFormat {
  return {
    types,
    inWords: `a text without NUL, in the declared charset; ${inWords}`,
    holds: (body, charset) => {
      if (Object.values(marks).some((begins) => beginsWith(body, begins))) return false;
      const content = textOf(body, charset);
      return content !== undefined && !content.includes('\0') && pattern.test(content);
    },
  };
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(textOf(body, 'utf-8') ?? '');
    return true;
  } catch {
    return false;
  }
}

function isWebp(body: Buffer): boolean {
  return beginsWith(body, ['RIFF']) && body.toString('latin1', 8, 12) === 'WEBP';
}

function beginsWith(body: Buffer, begins: readonly string[]): boolean {
  const start = body.toString('latin1', 0, 8);
  return begins.some((mark) => start.startsWith(mark));
}

/**
 * The text of a file; undefined if the bytes don't fit the charset. An undeclared charset may be any that keeps
 * ASCII.
 */
export function textOf(body: Buffer, charset?: string): string | undefined {
  try {
    return new TextDecoder(charset ?? 'utf-8', { fatal: charset !== undefined }).decode(body);
  } catch {
    return undefined;
  }
}

/** Readers look for the last mark in this many bytes at the end, because other bytes may follow it. */
const longestEnd = 1024;

/**
 * Whether bytes are a whole PDF: they begin with its mark, and at their end `startxref` gives the offset of a
 * cross-reference table or stream, followed by %%EOF. A truncated file has no such end, and a file whose bytes were
 * altered on the way has something else at that offset.
 */
export function isWholePdf(body: Buffer): boolean {
  const text = body.toString('latin1');
  const last = text.slice(text.lastIndexOf('startxref'));
  const [, digits] = /^startxref\s+(\d+)\s+%%EOF/.exec(last) ?? [];
  if (!beginsWith(body, marks.pdf) || digits === undefined || last.length > longestEnd) return false;
  const offset = Number(digits);
  return isCrossReference(text.slice(offset, offset + 64));
}

/** A table, or an object: the stream of references. Some writers also count the line break before it. */
function isCrossReference(text: string): boolean {
  return /^\s*(xref\s|\d+\s+\d+\s+obj\b)/.test(text);
}
