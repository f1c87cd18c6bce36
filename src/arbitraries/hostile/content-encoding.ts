import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { HostileKind } from './kind.js';

const encodings: readonly (readonly [
  what: string,
  declared: string,
  encoded: (json: Buffer) => Uint8Array,
])[] = [
  ['gzip, and it is', 'gzip', (json) => gzipSync(json)],
  ['gzip, and it is not', 'gzip', (json) => json],
  [
    'gzip, and it is only at its start',
    'gzip',
    (json) => Buffer.concat([gzipSync(json).subarray(0, 10), json]),
  ],
  ['gzip, and it is cut short', 'gzip', (json) => gzipSync(json).subarray(0, -8)],
  ['gzip, and it is empty', 'gzip', () => Buffer.alloc(0)],
  ['gzip twice, and it is once', 'gzip, gzip', (json) => gzipSync(json)],
  ['deflate, and it is', 'deflate', (json) => deflateSync(json)],
  ['br, and it is not', 'br', (json) => json],
  ['identity', 'identity', (json) => json],
  ['an encoding that there is none of', 'nonexistent', (json) => json],
  ['an empty encoding', '', (json) => json],
];

/** A body with a content-encoding, rightly or wrongly (requirement ERR-08). */
export const contentEncoding: HostileKind = (_, valid) => {
  if (valid.body === undefined) return undefined;
  const json = Buffer.from(JSON.stringify(valid.body));
  return fc.constantFrom(...encodings).map(([what, declared, encoded]) => ({
    what: `content-encoding: ${what}`,
    request: {
      ...valid,
      raw: {
        ...valid.raw,
        headers: { ...valid.raw?.headers, 'content-encoding': declared },
        body: encoded(json),
      },
    },
    outsideContract: false,
  }));
};
