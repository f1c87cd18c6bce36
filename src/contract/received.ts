/** The most characters of a value that a message shows. */
const longest = 80;

/**
 * Describes a received value in words: its type and, for a simple value, the value itself, cut if it is long. It
 * doesn't show the contents of objects and arrays, because they may contain secrets.
 *
 * @param value - the received value; undefined if there was none
 * @param secret - show only the type
 * @returns a phrase such as `the integer 7`, `the string "published"`, `an array of 3 items`
 */
export function received(value: unknown, secret = false): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `an array of ${value.length} item${value.length === 1 ? '' : 's'}`;
  if (typeof value === 'object') return objectInWords(Object.keys(value));
  const type = typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
  if (secret) return type === 'integer' ? 'an integer' : `a ${type}`;
  const length = typeof value === 'string' ? [...value].length : 0;
  const size = length > longest ? ` of ${length} characters` : '';
  return `the ${type}${size} ${cut(JSON.stringify(value))}`;
}

function objectInWords(keys: readonly string[]): string {
  return keys.length === 0 ? 'an empty object' : `an object with ${cut(keys.join(', '))}`;
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length <= longest ? text : `${characters.slice(0, longest - 3).join('')}...`;
}
