import fc from 'fast-check';
import { wordsOf } from '../draw.js';
import { type HostileKind, type Literal, put, quoted, type Slot, sameEverywhere, slots } from './request.js';

/** Puts one of the literals into any slot; a literal may depend on its slot. */
function anywhere(literals: fc.Arbitrary<Literal | ((slot: Slot) => Literal)>): HostileKind {
  return (operation, valid) =>
    fc
      .tuple(fc.constantFrom(...slots(operation, valid)), literals)
      .map(([slot, literal]) => put(valid, slot, typeof literal === 'function' ? literal(slot) : literal));
}

const typedValues: readonly Literal[] = [
  sameEverywhere('null', 'null'),
  sameEverywhere('true', 'true'),
  sameEverywhere('false', 'false'),
  sameEverywhere('the number 0', '0'),
  sameEverywhere('a fraction', '-1.5'),
  quoted('an empty string', ''),
  quoted('a word', 'word'),
  quoted('a digit as text', '7'),
  sameEverywhere('an empty array', '[]'),
  sameEverywhere('an array that contains null', '[null]'),
  sameEverywhere('an array of arrays and objects', '[[],{},[[7,"7"]]]'),
  sameEverywhere('an empty object', '{}'),
  sameEverywhere('an object with a length', '{"length":-1}'),
  sameEverywhere('an object with an empty key', '{"":{"":null}}'),
  sameEverywhere('an object that overrides methods', '{"toString":null,"valueOf":1,"toJSON":"x","then":{}}'),
];

/** Puts a value of any JSON type into any slot (requirement ERR-08). */
export const types = anywhere(fc.constantFrom(...typedValues));

/** The limits of integer types, and values just past them; as strings, because a number would lose the last digits. */
const integers = wordsOf(`
  0 -1 1 255 32768 2147483647 2147483648 -2147483649 4294967296 9007199254740991 -9007199254740991
  9223372036854775807 9223372036854775808 -9223372036854775809 18446744073709551616
`);

/** Common length limits of fields and columns, and lengths just past them. */
const lengths = [121, 255, 256, 1001, 2084, 2501, 65_536];

const extremes: readonly (() => Literal)[] = [
  ...integers.map((integer) => () => sameEverywhere(`the integer ${integer}`, integer)),
  ...lengths.map((length) => () => quoted(`a string of ${length} characters`, 'x'.repeat(length))),
  ...[101, 1001].map(
    (length) => () => sameEverywhere(`an array of ${length} zeros`, `[${Array(length).fill(0).join(',')}]`),
  ),
];

/** A number, a string or an array at a common limit, or past it (requirement ERR-08). */
export const bounds = anywhere(fc.constantFrom(...extremes).map((value) => value()));

/** Numbers that JSON allows, but that lose a digit, their sign or their value in a conversion. */
const numbers = wordsOf(`
  -0 -0.0 0e0 1e308 -1e308 1e999 -1e999 1e-999 5e-324 9007199254740993 0.1e1 1E2 1.0
  1.0000000000000000001 99.99999999999999999
`);

/** Spellings of a number that JSON doesn't allow, though many languages do. */
const spellings = wordsOf('NaN Infinity -Infinity 00012 +1 .5 1. 1e --1 0x10 1_000 1,5');

const knownNumbers: readonly Literal[] = [
  ...numbers.map((text) => sameEverywhere(`the number ${text}`, text)),
  ...spellings.map((text) => sameEverywhere(`the bare word ${text}`, text)),
  ...['NaN', 'Infinity', '1e999', '-0', '00012', ' 12 '].map((text) => quoted(`the text "${text}"`, text)),
];

const longNumber = fc
  .tuple(fc.integer({ min: 17, max: 400 }), fc.constantFrom('', '-', '0.', '-0.'))
  .map(([digits, before]) =>
    sameEverywhere(`${before}9... with ${digits} digits`, before + '9'.repeat(digits)),
  );

/** A number that is hard to parse, or a string that resembles one (requirement ERR-08). */
export const numbersThatLoseDigits = anywhere(
  fc.oneof({ arbitrary: fc.constantFrom(...knownNumbers), weight: 6 }, { arbitrary: longNumber, weight: 1 }),
);

/** Characters, as the inside of a JSON string and as part of a URL. */
interface Characters {
  readonly what: string;
  readonly inside: string | Uint8Array;
  readonly encoded: string;
}

/** Characters that are valid in JSON without an escape. */
function wellFormed(what: string, text: string): Characters {
  return { what, inside: JSON.stringify(text).slice(1, -1), encoded: encodeURIComponent(text) };
}

/** An escape sequence in a JSON string, and its percent-encoded form in a URL. */
function escaped(what: string, inside: string, encoded: string): Characters {
  return { what, inside, encoded };
}

/** Bytes that are not valid UTF-8, or that JSON doesn't allow in a string. */
function bytes(what: string, ...values: readonly number[]): Characters {
  const encoded = values.map((value) => `%${value.toString(16).padStart(2, '0')}`).join('');
  return { what, inside: Uint8Array.from(values), encoded };
}

const knownCharacters: readonly Characters[] = [
  escaped('a lone high surrogate, escaped', '\\ud800', '%ed%a0%80'),
  escaped('a lone low surrogate, escaped', '\\udc00', '%ed%b0%80'),
  escaped('a surrogate pair in the wrong order, escaped', '\\udc00\\ud800', '%ed%b0%80%ed%a0%80'),
  escaped('NUL, escaped', '\\u0000', '%00'),
  escaped(
    'every control character, escaped',
    '\\u0001\\b\\t\\n\\f\\r\\u001b\\u007f',
    '%01%08%09%0a%0c%0d%1b%7f',
  ),
  escaped('an escape cut short', '\\u12', '%u12'),
  escaped("an escape that JSON doesn't have", '\\x41', '%x41'),
  bytes('a lone surrogate as bytes', 0xed, 0xa0, 0x80),
  bytes('a surrogate pair as bytes (CESU-8)', 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80),
  bytes('an overlong NUL', 0xc0, 0x80),
  bytes('an overlong slash', 0xe0, 0x80, 0xaf),
  bytes('an overlong quotation mark', 0xc0, 0xa2),
  bytes('a continuation byte alone', 0x80),
  bytes('a character cut short', 0xe2, 0x82),
  bytes('a character past U+10FFFF', 0xf4, 0x90, 0x80, 0x80),
  bytes('bytes that UTF-8 never has', 0xfe, 0xff),
  bytes('a letter in Latin-1', 0xe9),
  bytes('NUL as a byte', 0x00),
  bytes('a line break as a byte', 0x0a),
  wellFormed('a four-byte character', '\u{1f600}'),
  wellFormed('a family emoji of joined characters', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}'),
  wellFormed('the last code point', '\u{10ffff}'),
  wellFormed('code points that are not characters', '\ufffe\uffff\ufdd0'),
  wellFormed('a private-use character', '\ue000'),
  wellFormed('a string reversed by a bidi control', '\u202egpj.exe'),
  wellFormed('bidi isolates that are left open', '\u2066\u2067\u2068'),
  wellFormed('line and paragraph separators', '\u2028\u2029'),
  wellFormed('characters without width', '\u200b\u2060\ufeff'),
  wellFormed('white space outside ASCII', '\u00a0\u3000\u1680'),
  wellFormed('a hundred marks on one letter', `a${'\u0301'.repeat(100)}`),
  wellFormed('a letter that grows when its case changes', 'ß\u0130ŉ'),
  wellFormed('a character that normalises into eighteen', '\ufdfa'),
  wellFormed('quotation marks, backslashes and templates', `"'\\\`</script>{{7*7}}\${7*7}%s%n`),
  wellFormed('a piece of SQL', "' OR 1=1; --"),
];

/** Any code point except surrogates; fast-check's own unit takes longer to build than a whole run takes. */
const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point));
const generated = fc
  .string({ unit: anyCharacter, minLength: 1, maxLength: 20 })
  .map((text) => wellFormed(`${[...text].map(codePoint).join(' ')}`, text));

/** Rare characters, and bytes that are not characters, alone or after a valid text (requirement ERR-08). */
export const unicode = anywhere(
  fc
    .tuple(
      fc.oneof(
        { arbitrary: fc.constantFrom(...knownCharacters), weight: 6 },
        { arbitrary: generated, weight: 1 },
      ),
      fc.boolean(),
    )
    .map(
      ([characters, after]) =>
        (slot: Slot) =>
          textOf(characters, slot, after),
    ),
);

function textOf({ what, inside, encoded }: Characters, slot: Slot, after: boolean): Literal {
  const before = after && typeof slot.value === 'string' ? slot.value : '';
  return {
    what: before === '' ? what : `the valid text and ${what}`,
    json: Buffer.concat([
      Buffer.from(JSON.stringify(before).slice(0, -1)),
      Buffer.from(inside),
      Buffer.from('"'),
    ]),
    parameter: encodeURIComponent(before) + encoded,
  };
}

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
