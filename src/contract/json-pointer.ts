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
 * Reads a JSON Pointer (RFC 6901).
 *
 * @param pointer - without a leading `#`
 * @returns its keys and indexes from the root, as text
 */
export function segmentsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
