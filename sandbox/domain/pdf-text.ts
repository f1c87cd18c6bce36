/** What fitting text into a line needs to know of a font. */
export interface TextMeasure {
  /** The code points that the font can draw. */
  drawable: ReadonlySet<number>;
  /** The width of a drawable text. */
  widthOf(text: string): number;
}

/** Letters that Unicode doesn't take apart into a base letter and a mark. */
const BASE_LETTERS: Readonly<Record<string, string>> = {
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  Ł: 'L',
  ł: 'l',
  ẞ: 'SS',
};

/**
 * The text as a font can draw it: an undrawable letter loses its marks ("ő" becomes "o"), or becomes "?"
 * when nothing is left of it; white space of all kinds becomes a space, other control characters go.
 */
export function drawableText(text: string, drawable: ReadonlySet<number>): string {
  const isDrawable = (character: string) => drawable.has(character.codePointAt(0) ?? -1);
  return Array.from(text.normalize('NFC').replace(/\s+/gu, ' ').trim(), (character) => {
    if (/[\p{Control}\p{Format}\p{Mark}]/u.test(character)) return '';
    if (isDrawable(character)) return character;
    const letters = Array.from(character.normalize('NFKD')).filter(
      (part) => isDrawable(part) && part !== ' ',
    );
    const base = BASE_LETTERS[character] ?? letters.join('');
    return base === '' ? '?' : base;
  }).join('');
}

/**
 * The lines of a text that are at most `width` wide, broken between words where possible, else within a
 * word. What doesn't fit into `maxLines` is cut off and marked with an ellipsis. An empty text has no lines.
 */
export function wrapText(text: string, width: number, measure: TextMeasure, maxLines = 4): string[] {
  const lines: string[] = [];
  let rest = drawableText(text, measure.drawable);
  while (rest !== '' && lines.length < maxLines) {
    const fitting = fittingLength(rest, width, measure);
    const lastSpace = rest.lastIndexOf(' ', fitting);
    const end = fitting < rest.length && lastSpace > 0 ? lastSpace : fitting;
    const isCutOff = lines.length === maxLines - 1 && end < rest.length;
    lines.push(isCutOff ? `${rest.slice(0, Math.max(fitting - 2, 1))}…` : rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return lines;
}

/** How many characters from the start fit into the width; at least one, so that wrapping comes to an end. */
function fittingLength(text: string, width: number, measure: TextMeasure): number {
  let left = width;
  for (let index = 0; index < text.length; index += 1) {
    left -= measure.widthOf(text.charAt(index));
    if (left < 0) return Math.max(index, 1);
  }
  return text.length;
}
