const longest = 80;

/** A received value in words, cut so that it fits a line: `the string "abc"`, `the number 3`, `nothing`. */
export function inWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  const text = JSON.stringify(value) ?? String(value);
  const shown = text.length > longest ? `${text.slice(0, longest)}... (${text.length} characters)` : text;
  return `the ${Array.isArray(value) ? 'array' : typeof value} ${shown}`;
}
