/**
 * A request target that can be routed: a percent sign in the path that doesn't begin a valid encoding stands for
 * itself, so an id like "%zz" is an unknown id and not another kind of error.
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

/** The parameters of a query by name: a text, a list if a name is repeated, null if decoding fails. */
type QueryParameters = Record<string, string | null | (string | null)[]>;

/**
 * Parses a query without its question mark. Nothing is lost, so that each operation can decide what it refuses. A name
 * that can't be decoded stays as it is. The result has no prototype.
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

/** Where the settings area is served: the control interface tells every client this path. */
export const SETTINGS_PREFIX = '/settings';
