import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';
import { garbledAnswer, oversizedAnswer, UnusableAnswer } from './network-trouble.js';

/** The codings that `decoded` reads, as Accept-Encoding takes them. */
export const acceptedCodings = 'gzip, deflate, br';

type Decoder = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>;

const [gunzipped, inflated, inflatedRaw] = [gunzip, inflate, inflateRaw].map((decode) =>
  promisify<Buffer, ZlibOptions, Buffer>(decode),
) as [Decoder, Decoder, Decoder];
const unbrotlied = promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress);

/** Servers disagree about what "deflate" is: the data with its zlib header (RFC 9110, 8.4.1.2), or without. */
const undeflated: Decoder = (bytes, options) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 ? inflated(bytes, options) : inflatedRaw(bytes, options);

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: gunzipped,
  'x-gzip': gunzipped,
  deflate: undeflated,
  br: unbrotlied,
};

/**
 * A body as it was before its content codings were applied (RFC 9110, 8.4).
 * @param contentEncoding the header; undefined where there is none
 * @param most bytes that it may have then
 * @throws UnusableAnswer where the body isn't coded as the header says, or is larger
 */
export async function decoded(
  body: Buffer,
  contentEncoding: string | undefined,
  most: number,
): Promise<Buffer> {
  if (contentEncoding === undefined || body.length === 0) return body;
  let plain = body;
  for (const coding of codingsIn(contentEncoding).toReversed()) {
    const decoder = decoders[coding];
    if (decoder === undefined) throw new UnusableAnswer(garbledAnswer(shownCoding(coding)));
    try {
      plain = await decoder(plain, { maxOutputLength: most });
    } catch (error) {
      const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
      throw new UnusableAnswer(isTooLarge ? oversizedAnswer(most) : garbledAnswer(coding));
    }
  }
  return plain;
}

function codingsIn(contentEncoding: string): string[] {
  return contentEncoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

/** It is the target's word: not more of it than a coding can be. */
function shownCoding(coding: string): string {
  return /^[a-z0-9-]{1,20}$/.test(coding) ? coding : 'unknown coding';
}
