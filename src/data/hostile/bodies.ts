import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { isJsonObject } from '../../contract/documents/document.js';
import { member, withValueAt } from '../../contract/values/path.js';
import type { AnyRequest } from '../../http/transports/transport.js';
import { wordsOf } from '../draw.js';
import { type BodySlot, bodySlots, bodyWith, cutOff, type HostileKind, withRaw } from './request.js';

/** A way to send a valid body, given its JSON; `what` describes it in words. */
type Sending = readonly [what: string, raw: (json: Buffer) => NonNullable<AnyRequest['raw']>];

/** A request with a body, which is sent in one of these ways. */
function inBody(ways: readonly Sending[]): HostileKind {
  return (_, valid) =>
    valid.body === undefined
      ? undefined
      : fc
          .constantFrom(...ways)
          .map(([what, raw]) => withRaw(valid, what, raw(Buffer.from(JSON.stringify(valid.body)))));
}

/** A way to turn the JSON of a valid body into text that is not JSON; `what` describes it in words. */
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
  ['JSON after a guard against inclusion', (json) => `)]}',\n${json}`],
  ['JSON with a comment', (json) => `${json}// comment`],
  ['JSON after white space that JSON does not allow', (json) => `\u00a0${json}`],
  ['JSON in single quotes', (json) => json.replaceAll('"', "'")],
  ['JSON with a trailing comma', (json) => json.replace(/.$/s, ',$&')],
];

/** A body that is not JSON or is cut short, but is declared as JSON (requirement ERR-08). */
export const malformedJson: HostileKind = (_, valid) => {
  if (valid.body === undefined) return undefined;
  const json = JSON.stringify(valid.body);
  const whole = Buffer.from(json);
  const cut = fc
    .integer({ min: 1, max: Math.max(1, whole.length - 1) })
    .map((length) => cutOff(whole, length))
    .map((body) => ({ what: `body: JSON cut off after ${body.length} bytes`, body }));
  const damaged = fc
    .constantFrom(...damages)
    .map(([what, damage]) => ({ what: `body: ${what}`, body: Buffer.from(damage(json)) }));
  const random = fc
    .uint8Array({ minLength: 1, maxLength: 64 })
    .map((body) => ({ what: `body: ${body.length} random bytes`, body }));
  return fc
    .oneof({ arbitrary: damaged, weight: 4 }, { arbitrary: cut, weight: 3 }, { arbitrary: random, weight: 1 })
    .map(({ what, body }) => withRaw(valid, what, { body }));
};

const textEncodings: readonly (readonly [what: string, encoded: (json: string) => Uint8Array])[] = [
  ['UTF-8 after a byte order mark', (json) => Buffer.from(`\ufeff${json}`)],
  ['UTF-8 after two byte order marks', (json) => Buffer.from(`\ufeff\ufeff${json}`)],
  ['UTF-16, low byte first', (json) => Buffer.from(json, 'utf16le')],
  ['UTF-16, low byte first, after a byte order mark', (json) => Buffer.from(`\ufeff${json}`, 'utf16le')],
  ['UTF-16, high byte first', (json) => Buffer.from(json, 'utf16le').swap16()],
  [
    'UTF-16, high byte first, after a byte order mark',
    (json) => Buffer.from(`\ufeff${json}`, 'utf16le').swap16(),
  ],
  ['UTF-32, low byte first', (json) => utf32(json)],
  ['base64', (json) => Buffer.from(Buffer.from(json).toString('base64'))],
];

/** A valid body in an encoding other than UTF-8, declared as JSON, which must be UTF-8 (requirement ERR-08). */
export const encoding = inBody(
  textEncodings.map(([what, encoded]) => [`body: JSON in ${what}`, (json) => ({ body: encoded(`${json}`) })]),
);

function utf32(text: string): Uint8Array {
  return Buffer.from(Uint32Array.from([...text].map((character) => character.codePointAt(0) ?? 0)).buffer);
}

/** Media types that are wrong for a JSON body; undefined omits the header. */
const contentTypes = [
  undefined,
  ...wordsOf('text/plain text/html text/json application/xml application/octet-stream'),
  ...wordsOf('application/x-www-form-urlencoded multipart/form-data application/json;; application/jsonx'),
  ...wordsOf('application/vnd.nonexistent+json json / ; */* application/ constructor'),
  ...wordsOf('boundary= boundary=xyz').map((parameter) => `multipart/form-data; ${parameter}`),
  ...wordsOf('=utf-16 =utf-32be =latin1 =nonexistent =" ').map(
    (value) => `application/json; charset${value}`,
  ),
  'application/json; charset',
  'application/json, text/plain',
  `application/${'x'.repeat(2000)}`,
];

/** A valid body declared as a different type (requirement ERR-08). */
export const contentType = declaredAs(contentTypes);

/** A valid body, declared as one of the media types; undefined omits the header. */
export function declaredAs(mediaTypes: readonly (string | undefined)[]): HostileKind {
  const shown = (type = 'none') =>
    type.length > 60 ? `${type.slice(0, 20)}... (${type.length} characters)` : type;
  return inBody(
    mediaTypes.map((type) => [`content-type: ${shown(type)}`, () => ({ headers: { 'content-type': type } })]),
  );
}

const encodings: readonly (readonly [
  what: string,
  declared: string,
  encoded: (json: Buffer) => Uint8Array,
])[] = [
  ['gzip, which it is', 'gzip', (json) => gzipSync(json)],
  ['gzip, which it is not', 'gzip', (json) => json],
  ['gzip, which only its start is', 'gzip', (json) => Buffer.concat([gzipSync(json).subarray(0, 10), json])],
  ['gzip, but cut short', 'gzip', (json) => gzipSync(json).subarray(0, -8)],
  ['gzip, but empty', 'gzip', () => Buffer.alloc(0)],
  ['gzip twice, but applied once', 'gzip, gzip', (json) => gzipSync(json)],
  ['deflate, which it is', 'deflate', (json) => deflateSync(json)],
  ['br, which it is not', 'br', (json) => json],
  ['identity', 'identity', (json) => json],
  ["an encoding that doesn't exist", 'nonexistent', (json) => json],
  ['an empty encoding', '', (json) => json],
];

/** A body with a content-encoding, right or wrong (requirement ERR-08). */
export const contentEncoding = inBody(
  encodings.map(([what, declared, encoded]) => [
    `content-encoding: ${what}`,
    (json) => ({ headers: { 'content-encoding': declared }, body: encoded(json) }),
  ]),
);

/** Keys that have a meaning in a programming language, a database or a template engine. */
const oddKeys = [
  ...wordsOf('__proto__ constructor prototype toString hasOwnProperty toJSON __defineGetter__ length'),
  ...wordsOf('$where $ref a.b 0'),
  '',
  ' ',
  '\u0000',
];

const oddValues = ['null', '1', '"x"', '[]', '{}', '{"polluted":true}', '{"prototype":{"polluted":true}}'];

/** An object of the body with a repeated key, or with a key that has a meaning elsewhere (requirement ERR-08). */
export const duplicateKeys: HostileKind = (_, valid) => {
  const objects = bodySlots(valid.body).flatMap(({ name, path, value }) =>
    isJsonObject(value) ? [{ name, path, value }] : [],
  );
  if (objects.length === 0) return undefined;
  return fc
    .constantFrom(...objects)
    .chain(({ name, path, value }) =>
      fc
        .tuple(
          fc.constantFrom(...oddKeys, ...Object.keys(value)),
          fc.constantFrom(...oddValues),
          fc.constantFrom<('first' | 'last')[]>('first', 'last'),
        )
        .map(([key, json, where]) => ({
          what: `${name}: ${Object.hasOwn(value, key) ? 'a second' : 'an additional'} key ${JSON.stringify(key)}, ${where}, is ${json}`,
          json: withMember(value, JSON.stringify(key), json, where),
          path,
        })),
    )
    .map(({ what, json, path }) => withRaw(valid, what, { body: bodyWith(valid.body, path, json) }));
};

/**
 * An object as JSON with one more member, even if it already has the key. For any other value, an object with only that
 * member.
 * @param key the key in quotes
 * @param json the member's value
 * @param where whether the member is before all others or after them
 */
function withMember(value: unknown, key: string, json: string, where: 'first' | 'last'): string {
  const inside = isJsonObject(value) ? JSON.stringify(value).slice(1, -1) : '';
  const member = `${key}:${json}`;
  const members = [member, inside].filter((each) => each !== '');
  return `{${(where === 'first' ? members : members.reverse()).join(',')}}`;
}

/** A request without one of its query parameters or without one value of its body (requirement ERR-08). */
export const missing: HostileKind = (_, valid) => {
  const choices = [
    ...Object.keys(valid.query ?? {}).map((name) => ({
      what: `query parameter ${name}: left out`,
      request: { ...valid, query: Object(withValueAt(valid.query, [name], undefined)) } satisfies AnyRequest,
    })),
    ...bodySlots(valid.body).map((slot) => ({
      what: `${slot.name}: left out`,
      request: { ...valid, body: withoutSlot(valid.body, slot.path) } satisfies AnyRequest,
    })),
  ];
  if (choices.length === 0) return undefined;
  return fc.constantFrom(...choices);
};

function withoutSlot(body: unknown, path: BodySlot['path']): unknown {
  const [above, key] = [path.slice(0, -1), path.at(-1)];
  const list = above.reduce(member, body);
  return Array.isArray(list)
    ? withValueAt(body, above, list.toSpliced(Number(key), 1))
    : withValueAt(body, path, undefined);
}

/** Puts one of these values in place of any value of the body; they are built only when drawn. */
function inPlaceOfAny(values: readonly (readonly [what: string, json: () => string])[]): HostileKind {
  return (_, valid) => {
    const slots = bodySlots(valid.body);
    if (slots.length === 0) return undefined;
    return fc
      .tuple(fc.constantFrom(...slots), fc.constantFrom(...values))
      .map(([{ name, path }, [what, json]]) =>
        withRaw(valid, `${name}: ${what}`, { body: bodyWith(valid.body, path, json()) }),
      );
  };
}

/** Too deep for a recursive parser. */
const depth = 10_000;

/** Deep nesting (requirement ERR-08). */
export const nesting = inPlaceOfAny([
  [`arrays ${depth} deep`, () => '['.repeat(depth) + ']'.repeat(depth)],
  [`objects ${depth} deep`, () => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
  [`arrays and objects ${depth} deep`, () => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`],
  [`arrays ${depth} deep that are never closed`, () => '['.repeat(depth)],
]);

/** 1 MB. */
const size = 1_000_000;

const longValue = inPlaceOfAny([
  ['a string of 1 MB', () => `"${'x'.repeat(size)}"`],
  ['a string of 1 MB, each character escaped', () => `"${'\\u0061'.repeat(Math.ceil(size / 6))}"`],
  ['a number of 1 MB', () => '9'.repeat(size)],
]);

/** A value or a key of 1 MB (requirement ERR-08). */
export const longText: HostileKind = (operation, valid) => {
  const values = longValue(operation, valid);
  // Includes the body itself even if it is not an object, so that there is always a slot for a key.
  const keySlots = bodySlots(valid.body).filter(
    ({ path, value }) => path.length === 0 || isJsonObject(value),
  );
  const keys = ({ name, path, value }: BodySlot) => {
    const json = withMember(value, `"${'k'.repeat(size)}"`, '1', 'last');
    return withRaw(valid, `${name}: a key of 1 MB`, { body: bodyWith(valid.body, path, json) });
  };
  return values && fc.oneof(values, fc.constantFrom(...keySlots).map(keys));
};

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

/** A body for an operation that takes none (requirement ERR-08). */
export const unexpectedBody: HostileKind = (operation, valid) => {
  if (operation.requestBody !== undefined) return undefined;
  return fc.constantFrom(...bodies).map(([what, body, mediaType]) =>
    withRaw(valid, `a body for an operation that takes none: ${what}`, {
      headers: { 'content-type': mediaType },
      body: Buffer.from(body),
    }),
  );
};
