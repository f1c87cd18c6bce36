/** The longest text of a request that is logged or repeated, in UTF-16 units. */
const LONGEST = 200;

/** A text from a request as it can be logged: without keys, with its control characters visible, and not too long. */
export function harmless(text: string, longest = LONGEST): string {
  const shown = text
    .replaceAll(/sk_sandbox_[\w-]*/gi, '(a key)')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (mark) => `\\u{${mark.codePointAt(0)?.toString(16)}}`);
  return shown.length > longest ? `${shown.slice(0, longest)}...` : shown;
}
