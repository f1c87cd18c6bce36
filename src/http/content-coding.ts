import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';
import { garbledAnswer, oversizedAnswer, UnusableAnswer } from './network-trouble.js';

/** The codings that `decoded` reads, in the form of an Accept-Encoding header. */
export const acceptedCodings = 'gzip, deflate, br';

type Decoder = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>;

const [gunzipped, inflated, inflatedRaw] = [gunzip, inflate, inflateRaw].map((decode) =>
  promisify<Buffer, ZlibOptions, Buffer>(decode),
) as [Decoder, Decoder, Decoder];
const unbrotlied = promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress);

/** Servers disagree on "deflate": some send the data with a zlib header (RFC 9110, 8.4.1.2), some without. */
const undeflated: Decoder = (bytes, options) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 ? inflated(bytes, options) : inflatedRaw(bytes, options);

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: gunzipped,
  'x-gzip': gunzipped,
  deflate: undeflated,
  br: unbrotlied,
};

/**
 * A body with its content codings removed (RFC 9110, 8.4).
 * @param contentEncoding the header; undefined if there is none
 * @param most the largest size of the decoded body, in bytes
 * @throws UnusableAnswer when the body isn't coded as the header says, or is larger than `most`
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

/** The target chose this name, so it is only shown if it could be the name of a coding. */
function shownCoding(coding: string): string {
  return /^[a-z0-9-]{1,20}$/.test(coding) ? coding : 'an unknown coding';
}
