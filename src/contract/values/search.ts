/** A pattern as Playwright reads it: a regular expression, with or without slashes and flags; undefined if it is none. */
export function patternIn(text: string): RegExp | undefined {
  const [, source = text, flags = 'gi'] = /^\/(.*)\/([gi]*)$/.exec(text) ?? [];
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/** Characters that an expression sees at once, and that a match may have to be found whole wherever it begins. */
const [piece, longestMatch, context] = [2000, 1000, 20] as const;

/**
 * The matches of an expression in a string of any length, in time that grows only with the length: the expression sees
 * the text in pieces that overlap, so even one that takes the square of a length takes no longer for each piece. A
 * match of more than a thousand characters may be cut.
 *
 * @param expression - a global one, which looks back no further than 20 characters
 */
export function* matchesIn(text: string, expression: RegExp): Generator<RegExpMatchArray> {
  for (let start = 0; start === 0 || start < text.length; start += piece - longestMatch) {
    const isLast = start + piece >= text.length;
    const from = Math.max(0, start - context);
    for (const match of text.slice(from, start + piece).matchAll(expression)) {
      // The piece in whose first half a match begins has all of it.
      const at = from + match.index;
      if (at >= start && (isLast || at < start + piece - longestMatch)) yield match;
    }
    if (isLast) return;
  }
}
