import fc from 'fast-check';
import type { HostileKind } from './kind.js';

/** Bytes that are no JSON, in words, from the JSON of a valid body. */
type Damage = readonly [what: string, damaged: (json: string) => string];

const damages: readonly Damage[] = [
  ['nothing', () => ''],
  ['white space', () => ' \r\n\t'],
  ['a word', () => 'word'],
  ['a closing brace', () => '}'],
  ['a form', () => 'items=1&status=published'],
  ['XML that asks for a file', () => '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///nonexistent">]><x>&e;</x>'],
  ['JSON and a word', (json) => `${json} word`],
  ['JSON and a closing brace', (json) => `${json}}`],
  ['JSON and a comma', (json) => `${json},`],
  ['JSON and NUL', (json) => `${json}\u0000`],
  ['JSON twice', (json) => `${json}${json}`],
  ['JSON on lines', (json) => `${json}\n${json}\n`],
  ['JSON behind a guard against inclusion', (json) => `)]}',\n${json}`],
  ['JSON with a comment', (json) => `${json}// comment`],
  ['JSON with white space that JSON has none of', (json) => `\u00a0${json}`],
  ['JSON in single quotes', (json) => json.replaceAll('"', "'")],
  ['JSON with a trailing comma', (json) => json.replace(/.$/s, ',$&')],
];

/** A body that is no JSON, or that is cut short, declared as JSON (requirement ERR-08). */
export const malformedJson: HostileKind = (_, valid) => {
  if (valid.body === undefined) return undefined;
  const json = JSON.stringify(valid.body);
  const whole = Buffer.from(json);
  const cut = fc.integer({ min: 1, max: Math.max(1, whole.length - 1) }).map((length) => ({
    what: `body: JSON cut off after ${length} bytes`,
    body: whole.subarray(0, length),
  }));
  const damaged = fc
    .constantFrom(...damages)
    .map(([what, damage]) => ({ what: `body: ${what}`, body: Buffer.from(damage(json)) }));
  const random = fc
    .uint8Array({ minLength: 1, maxLength: 64 })
    .map((body) => ({ what: `body: ${body.length} random bytes`, body }));
  return fc
    .oneof({ arbitrary: damaged, weight: 4 }, { arbitrary: cut, weight: 3 }, { arbitrary: random, weight: 1 })
    .map(({ what, body }) => ({
      what,
      request: { ...valid, raw: { ...valid.raw, body } },
      outsideContract: false,
    }));
};
