import fc from 'fast-check';
import type { HostileKind } from './kind.js';

const bodies: readonly (readonly [what: string, body: string, mediaType: string])[] = [
  ['an empty object', '{}', 'application/json'],
  ['an object with items', '{"items":[null]}', 'application/json'],
  ['null', 'null', 'application/json'],
  ['JSON cut short', '{"items":[', 'application/json'],
  ['nothing, declared as JSON', '', 'application/json'],
  ['a word, declared as JSON', 'word', 'application/json'],
  ['plain text', 'word', 'text/plain'],
  ['a form', 'page=0&per_page=0', 'application/x-www-form-urlencoded'],
  ['a second request', 'GET / HTTP/1.1\r\nHost: example.com\r\n\r\n', 'application/octet-stream'],
];

/** A body on an operation that takes none (requirement ERR-08). */
export const unexpectedBody: HostileKind = (operation, valid) => {
  if (operation.requestBody !== undefined) return undefined;
  return fc.constantFrom(...bodies).map(([what, body, mediaType]) => ({
    what: `a body where none belongs: ${what}`,
    request: {
      ...valid,
      raw: {
        ...valid.raw,
        headers: { ...valid.raw?.headers, 'content-type': mediaType },
        body: Buffer.from(body),
      },
    },
    outsideContract: false,
  }));
};
