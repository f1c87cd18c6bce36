/** How to tell by its bytes whether a file is of some media types. */
interface FileFormat {
  readonly types: readonly string[];
  readonly inWords: string;
  /** Any bytes are a file of the type: it says nothing about them. */
  readonly isOpen?: boolean;
  /** Whether bytes are such a file. @param charset as the media type declares it, for a text */
  readonly holds: (body: Buffer, charset?: string) => boolean;
}

/** How files of one format alone begin, as bytes of one character each. */
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

/** Every format that a document or a report is known by (clause 4.6 leaves it open: gap G-11). */
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

/** All media types that are known. */
export const mediaTypes: readonly string[] = formats.flatMap(({ types }) => types);

/** The format of a media type, in lower case and without parameters; undefined for one that is not known. */
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

/** A text holds no NUL, is of the charset that it declares, and begins with no mark of another format. */
function text(types: readonly string[], inWords: string, pattern: RegExp): FileFormat {
  return {
    types,
    inWords: `a text without NUL, in the charset that is declared; ${inWords}`,
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

/** The text of a file; undefined where it is not of the charset. A charset that is not declared may be any that keeps ASCII. */
export function textOf(body: Buffer, charset?: string): string | undefined {
  try {
    return new TextDecoder(charset ?? 'utf-8', { fatal: charset !== undefined }).decode(body);
  } catch {
    return undefined;
  }
}

/** Some bytes may stand behind its last mark: readers look for it in so many. */
const longestEnd = 1024;

/**
 * Whether bytes are a whole PDF: they begin with its mark, and at their end `startxref` gives the offset at which a
 * cross-reference table or stream stands, before %%EOF. A file that was cut has no such end, and one whose bytes became
 * others on their way has something else at that offset.
 */
export function isWholePdf(body: Buffer): boolean {
  const text = body.toString('latin1');
  const last = text.slice(text.lastIndexOf('startxref'));
  const [, digits] = /^startxref\s+(\d+)\s+%%EOF/.exec(last) ?? [];
  if (!beginsWith(body, marks.pdf) || digits === undefined || last.length > longestEnd) return false;
  const offset = Number(digits);
  return isCrossReference(text.slice(offset, offset + 64));
}

/** A table, or an object: the stream that holds the references. Some writers count the line break before it too. */
function isCrossReference(text: string): boolean {
  return /^\s*(xref\s|\d+\s+\d+\s+obj\b)/.test(text);
}
