import fc from 'fast-check';
import type { HostileKind } from './kind.js';

const encodings: readonly (readonly [what: string, encoded: (json: string) => Uint8Array])[] = [
  ['UTF-8 behind a byte order mark', (json) => Buffer.from(`\ufeff${json}`)],
  ['UTF-8 behind two byte order marks', (json) => Buffer.from(`\ufeff\ufeff${json}`)],
  ['UTF-16, low byte first', (json) => Buffer.from(json, 'utf16le')],
  ['UTF-16, low byte first, behind a byte order mark', (json) => Buffer.from(`\ufeff${json}`, 'utf16le')],
  ['UTF-16, high byte first', (json) => Buffer.from(json, 'utf16le').swap16()],
  [
    'UTF-16, high byte first, behind a byte order mark',
    (json) => Buffer.from(`\ufeff${json}`, 'utf16le').swap16(),
  ],
  ['UTF-32, low byte first', (json) => utf32(json)],
  ['base64', (json) => Buffer.from(Buffer.from(json).toString('base64'))],
];

/** A valid body in another encoding than UTF-8, declared as JSON, whose encoding is UTF-8 (requirement ERR-08). */
export const encoding: HostileKind = (_, valid) => {
  if (valid.body === undefined) return undefined;
  const json = JSON.stringify(valid.body);
  return fc.constantFrom(...encodings).map(([what, encoded]) => ({
    what: `body: JSON in ${what}`,
    request: { ...valid, raw: { ...valid.raw, body: encoded(json) } },
    outsideContract: false,
  }));
};

function utf32(text: string): Uint8Array {
  return Buffer.from(Uint32Array.from([...text].map((character) => character.codePointAt(0) ?? 0)).buffer);
}
