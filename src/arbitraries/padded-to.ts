/**
 * A text filled up to a number of characters, counted as code points.
 * @param begin how it begins; shorter than the text
 * @param filler the characters that fill it up, in turn
 */
export function paddedTo(characters: number, begin: string, filler: string): string {
  const fill = [...filler];
  const missing = characters - [...begin].length;
  return begin + Array.from({ length: missing }, (_, index) => fill[index % fill.length]).join('');
}
