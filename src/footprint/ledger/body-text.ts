import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib';

/** Most bytes of an unpacked body: more than any that the suite packs. */
const most = 64 * 1024 * 1024;

const unpackers: readonly (readonly [declared: RegExp, unpack: (body: Buffer) => Buffer])[] = [
  // What is cut short still holds what stood at its start.
  [/gzip/i, (body) => gunzipSync(body, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH })],
  [/deflate/i, (body) => inflateSync(body, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH })],
  [/br/i, (body) => brotliDecompressSync(body, { maxOutputLength: most })],
];

/**
 * A body as the most lenient target could read it: unpacked, of any width of characters, out of base64.
 * @param contentEncoding as the request declares it
 */
export function bodyText(body: Uint8Array, contentEncoding = ''): string {
  // Wider characters are ASCII with zeros between: what is a key or begins with the prefix of a run is ASCII.
  const text = unpacked(Buffer.from(body), contentEncoding).toString('utf8').replaceAll('\0', '');
  return /^[A-Za-z0-9+/\s]{8,}=*\s*$/.test(text) ? Buffer.from(text, 'base64').toString('utf8') : text;
}

function unpacked(body: Buffer, contentEncoding: string): Buffer {
  for (const [declared, unpack] of unpackers) {
    if (!declared.test(contentEncoding)) continue;
    try {
      return unpack(body);
    } catch {
      // It is not what it is declared as: somebody may read it as it is.
    }
  }
  return body;
}
