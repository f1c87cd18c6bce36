const beginning = '%PDF-';
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
  if (!text.startsWith(beginning) || digits === undefined || last.length > longestEnd) return false;
  const offset = Number(digits);
  return isCrossReference(text.slice(offset, offset + 64));
}

/** A table, or an object: the stream that holds the references. Some writers count the line break before it too. */
function isCrossReference(text: string): boolean {
  return /^\s*(xref\s|\d+\s+\d+\s+obj\b)/.test(text);
}
