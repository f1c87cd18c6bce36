/** Keys and indexes on the way from a body's root to a place in it; `[]` for any entry of a list. */
export type Segments = readonly string[];

/** Any entry of a list. */
export const eachEntry = '[]';

/**
 * Reads the path of a place in a body: `items[].prices[0].sale_price`, `descriptions["de-DE"]`, or the empty path for the
 * body itself.
 *
 * @returns undefined if the text is not a path
 */
export function parsePath(text: string): Segments | undefined {
  const segments: string[] = [];
  let rest = text;
  while (rest !== '') {
    const match = /^(?:\[(\d*)\]|\[("(?:[^"\\]|\\.)*")\]|(\.?)([^.[\]]+))/.exec(rest);
    if (match === null) return undefined;
    const [whole, index, quoted, dot, name] = match;
    if (name !== undefined && (dot === '') !== (segments.length === 0)) return undefined;
    const key = name ?? (quoted === undefined ? index || eachEntry : unquoted(quoted));
    if (key === undefined) return undefined;
    segments.push(key);
    rest = rest.slice(whole.length);
  }
  return segments;
}

/** A key in JSON notation; undefined if it isn't: a path may quote anything that a target sent. */
function unquoted(text: string): string | undefined {
  try {
    return String(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Writes a path: `items[3].success`, `items[].success`, `descriptions["de-DE"]`; `''` for the body itself. */
export function writePath(segments: Segments): string {
  return segments.reduce((path, segment) => {
    if (segment === eachEntry) return `${path}[]`;
    if (/^\d+$/.test(segment)) return `${path}[${segment}]`;
    if (!/^[A-Za-z_$][\w$]*$/.test(segment)) return `${path}[${JSON.stringify(segment)}]`;
    return joined(path, segment);
  }, '');
}

/** A path with one more name: `items[]` and `sku` make `items[].sku`. */
export function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** The last name of a path: `sku` for `items[].sku`, `items` for `items[]`. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).replaceAll('[]', '');
}
