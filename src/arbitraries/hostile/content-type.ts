import fc from 'fast-check';
import type { HostileKind } from './kind.js';

/** Media types that a JSON body doesn't have; undefined is none at all. */
const contentTypes = [
  undefined,
  'text/plain',
  'text/html',
  'text/json',
  'application/xml',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=xyz',
  'application/json; charset=utf-16',
  'application/json; charset=utf-32be',
  'application/json; charset=latin1',
  'application/json; charset=nonexistent',
  'application/json; charset="',
  'application/json; charset',
  'application/json;;',
  'application/json, text/plain',
  'application/jsonx',
  'application/vnd.nonexistent+json',
  'json',
  '/',
  ';',
  '*/*',
  'application/',
  'constructor',
  `application/${'x'.repeat(2000)}`,
];

/** A valid body declared as something else (requirement ERR-08). */
export const contentType: HostileKind = (_, valid) => {
  if (valid.body === undefined) return undefined;
  return fc.constantFrom(...contentTypes).map((declared) => ({
    what: `content-type: ${declared === undefined ? 'none' : shortened(declared)}`,
    request: {
      ...valid,
      raw: { ...valid.raw, headers: { ...valid.raw?.headers, 'content-type': declared } },
    },
    outsideContract: false,
  }));
};

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 20)}... (${text.length} characters)` : text;
}
