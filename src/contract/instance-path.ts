/**
 * Writes the path of a value in a body.
 *
 * @param segments - keys and indexes from the body's root
 * @returns `items[3].success`, `descriptions["de-DE"]`; `''` for the body itself
 */
export function instancePath(segments: readonly string[]): string {
  return segments.reduce((path, segment) => {
    if (/^\d+$/.test(segment)) return `${path}[${segment}]`;
    if (!/^[A-Za-z_$][\w$]*$/.test(segment)) return `${path}[${JSON.stringify(segment)}]`;
    return path === '' ? segment : `${path}.${segment}`;
  }, '');
}
