/**
 * Keys and indexes on the way from a body's root to a place in it; `[]` for any entry of a list, `{}` for any value of a
 * map.
 */
export type Segments = readonly string[];

/** Any entry of a list. */
export const eachEntry = '[]';

/** Any value of a map. */
export const eachMember = '{}';

/**
 * Reads the path of a place in a body: `items[].prices[0].sale_price`, `descriptions["de-DE"]`, `descriptions{}`, or the
 * empty path for the body itself.
 *
 * @returns undefined if the text is not a path
 */
export function parsePath(text: string): Segments | undefined {
  const segments: string[] = [];
  let rest = text;
  while (rest !== '') {
    const match = /^(?:(\{\})|\[(\d*)\]|\[("(?:[^"\\]|\\.)*")\]|(\.?)([^.[\]]+?)(?=\{\}|[.[\]]|$))/s.exec(
      rest,
    );
    if (match === null) return undefined;
    const [whole, map, index, quoted, dot, name] = match;
    if (name !== undefined && (dot === '') !== (segments.length === 0)) return undefined;
    const key = name ?? map ?? (quoted === undefined ? index || eachEntry : unquoted(quoted));
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
  return segments.reduce((path, segment) => joined(path, segment), '');
}

/**
 * Writes a JSON Pointer (RFC 6901).
 *
 * @param segments - keys and indexes from the root
 * @returns the pointer: `''` for the root, or for example `/paths/~1orders~1/get`
 */
export function jsonPointer(...segments: readonly (string | number)[]): string {
  return segments
    .map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/**
 * Reads a JSON Pointer (RFC 6901), such as the `instancePath` of an error of Ajv.
 *
 * @param pointer - without a leading `#`
 * @returns its keys and indexes from the root, as text
 */
export function parsePointer(pointer: string): Segments {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A path with one more segment: `items[]` and `sku` make `items[].sku`, `descriptions` and `de-DE` `descriptions["de-DE"]`. */
export function joined(path: string, segment: string): string {
  if (/^[A-Za-z_$][\w$]*$/.test(segment)) return path === '' ? segment : `${path}.${segment}`;
  if (segment === eachEntry || segment === eachMember) return path + segment;
  return `${path}[${isIndex(segment) ? segment : JSON.stringify(segment)}]`;
}

function isIndex(segment: string): boolean {
  return /^\d+$/.test(segment);
}

/** Whether a path is another one, or leads to a place within it. */
export function isAtOrBelow(path: string, other: string): boolean {
  return path === other || other === '' || ['.', '[', '{'].some((next) => path.startsWith(other + next));
}

/** The last name of a path: `sku` for `items[].sku`, `items` for `items[]`; empty if it has none. */
export function lastName(path: string): string {
  const isName = (segment: string) => segment !== eachEntry && segment !== eachMember && !isIndex(segment);
  const segments = path.includes('"') ? parsePath(path) : undefined;
  if (segments !== undefined) return segments.findLast(isName) ?? '';
  return path.slice(path.lastIndexOf('.') + 1).replace(/[[{].*/s, '');
}

/** The member of an object, or the entry of a list, by its key; undefined if there is none. */
export function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}

/** The values at a path, in each entry of the lists on the way. */
export function valuesAt(value: unknown, path: Segments): readonly unknown[] {
  return path.reduce<readonly unknown[]>(
    (values, segment) =>
      segment === eachEntry
        ? values.filter((each) => Array.isArray(each)).flat()
        : values.map((each) => member(each, segment)).filter((each) => each !== undefined),
    [value],
  );
}

/**
 * A value with another one at a path, in each entry of the lists on the way.
 * @param put the other value; undefined removes the field
 */
export function withValueAt(value: unknown, [key, ...rest]: Segments, put: unknown): unknown {
  if (key === undefined) return put;
  if (key === eachEntry)
    return Array.isArray(value) ? value.map((each) => withValueAt(each, rest, put)) : value;
  const changed = withValueAt(member(value, key), rest, put);
  if (Array.isArray(value)) return Object.assign([...value], { [key]: changed });
  const { [key]: _, ...others } = Object(value);
  return changed === undefined ? others : { ...Object(value), [key]: changed };
}

/** The path of the first place at a path: `[]` is the first entry of a list, or the first value of a map. */
export function firstPlaceAt(value: unknown, [segment, ...rest]: Segments): Segments {
  if (segment === undefined) return [];
  const key = segment === eachEntry ? (Object.keys(Object(value))[0] ?? '0') : segment;
  return [key, ...firstPlaceAt(member(value, key), rest)];
}

/** Every single value of a body by its path. */
export function valuesIn(value: unknown, at: string): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, unknown[]>();
  const walk = (each: unknown, path: string): void => {
    if (Array.isArray(each)) for (const entry of each) walk(entry, `${path}${eachEntry}`);
    else if (typeof each === 'object' && each !== null)
      for (const [name, below] of Object.entries(each)) walk(below, joined(path, name));
    else found.set(path, [...(found.get(path) ?? []), each]);
  };
  walk(value, at);
  return found;
}
