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
  if (!text.startsWith('%PDF-') || digits === undefined || last.length > longestEnd) return false;
  const offset = Number(digits);
  // A table, or an object: the stream of references. Some writers also count the line break before it.
  return /^\s*(xref\s|\d+\s+\d+\s+obj\b)/.test(text.slice(offset, offset + 64));
}
