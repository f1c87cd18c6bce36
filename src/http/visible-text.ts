/** The most characters of a target's text that stand in a sentence. */
const longest = 3000;

/**
 * A text in which nothing is invisible: control characters are shown as their symbols, and what turns, joins or hides
 * what stands around it is shown by its number. Line breaks and tabs are kept.
 */
export function visibleText(text: string): string {
  return text.toWellFormed().replaceAll(invisible, shown);
}

/** Control characters but for tab and line feed; marks of direction, spaces without width, fillers, selectors of variants. */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800](?<![\t\n])/gu;

function shown(character: string): string {
  const number = character.codePointAt(0) ?? 0;
  return number < 0x20 ? String.fromCodePoint(0x2400 + number) : String.raw`\u{${number.toString(16)}}`;
}

/** A visible text that is no longer than a reader wants it. */
export function shortText(text: string): string {
  return text.length > longest
    ? `${visibleText(text.slice(0, longest))}… (${text.length} characters)`
    : visibleText(text);
}
