/** The most characters of a target's text that a message quotes. */
const longest = 3000;

/**
 * The text without invisible characters: control characters become their symbols, and characters that reverse, join or
 * hide their neighbours become their code points. Line breaks and tabs stay.
 */
export function visibleText(text: string): string {
  return text.toWellFormed().replaceAll(invisible, shown);
}

/** Control characters except tab and line feed, direction marks, zero-width spaces, fillers and variation selectors. */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800](?<![\t\n])/gu;

function shown(character: string): string {
  const number = character.codePointAt(0) ?? 0;
  return number < 0x20 ? String.fromCodePoint(0x2400 + number) : String.raw`\u{${number.toString(16)}}`;
}

/** Visible text, cut if it is too long for a message. */
export function shortText(text: string): string {
  return text.length > longest
    ? `${visibleText(text.slice(0, longest))}… (${text.length} characters)`
    : visibleText(text);
}
