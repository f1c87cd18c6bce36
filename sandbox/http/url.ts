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
