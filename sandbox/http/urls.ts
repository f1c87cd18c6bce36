/**
 * A request target that can be routed: a percent sign in the path that begins no valid encoding stands for
 * itself, so that an id like "%zz" is an unknown id and not an error of its own.
 */
export function routableUrl(url: string): string {
  if (!url.includes('%')) return url;
  const [path = '', ...rest] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...rest].join('?');
  }
}

/** The parameters of a query by name: a text, a list where a name is repeated, null where decoding fails. */
type QueryParameters = Record<string, string | null | (string | null)[]>;

/**
 * Takes a query apart, without its question mark; nothing is lost, so that each operation can decide what it
 * refuses. A name that cannot be decoded stays as it is. The result has no prototype.
 */
export function parseQuery(query: string): QueryParameters {
  const parameters: QueryParameters = Object.create(null);
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const rawName = equals === -1 ? part : part.slice(0, equals);
    const name = decode(rawName) ?? rawName;
    const value = equals === -1 ? '' : decode(part.slice(equals + 1));
    const former = parameters[name];
    if (former === undefined) parameters[name] = value;
    else if (Array.isArray(former)) former.push(value);
    else parameters[name] = [former, value];
  }
  return parameters;
}

function decode(text: string): string | null {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** Where the settings area is served: a path that every client of the control interface is told. */
export const SETTINGS_PREFIX = '/settings';
