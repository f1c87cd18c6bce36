import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib';

/** Largest size of an unpacked body in bytes: more than the suite ever packs. */
const most = 64 * 1024 * 1024;

const unpackers: readonly (readonly [declared: RegExp, unpack: (body: Buffer) => Buffer])[] = [
  // A truncated body still holds its beginning.
  [/gzip/i, (body) => gunzipSync(body, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH })],
  [/deflate/i, (body) => inflateSync(body, { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH })],
  [/br/i, (body) => brotliDecompressSync(body, { maxOutputLength: most })],
];

/**
 * A body as the most lenient target could read it: unpacked, with characters of any width, decoded from base64.
 * @param contentEncoding as the request declares it
 */
export function bodyText(body: Uint8Array, contentEncoding = ''): string {
  // Wider characters are ASCII with zeros in between: field names and the prefix of a run are ASCII.
  const text = unpacked(Buffer.from(body), contentEncoding).toString('utf8').replaceAll('\0', '');
  return /^[A-Za-z0-9+/\s]{8,}=*\s*$/.test(text) ? Buffer.from(text, 'base64').toString('utf8') : text;
}

function unpacked(body: Buffer, contentEncoding: string): Buffer {
  for (const [declared, unpack] of unpackers) {
    if (!declared.test(contentEncoding)) continue;
    try {
      return unpack(body);
    } catch {
      // The body isn't encoded as declared: a target may read it as it is.
    }
  }
  return body;
}
