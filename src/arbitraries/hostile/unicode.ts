import fc from 'fast-check';
import type { HostileKind } from './kind.js';
import { type Literal, type Place, places, put } from './literal.js';

/** What stands between the quotes of a JSON text, and the same in a URL. */
interface Characters {
  readonly what: string;
  readonly inside: string | Uint8Array;
  readonly encoded: string;
}

/** Characters that are valid in JSON as they are. */
function wellFormed(what: string, text: string): Characters {
  return { what, inside: JSON.stringify(text).slice(1, -1), encoded: encodeURIComponent(text) };
}

/** An escape that JSON allows, and the bytes it stands for. */
function escaped(what: string, inside: string, encoded: string): Characters {
  return { what, inside, encoded };
}

/** Bytes that are no UTF-8, or that JSON doesn't allow in a text. */
function bytes(what: string, ...values: readonly number[]): Characters {
  const encoded = values.map((value) => `%${value.toString(16).padStart(2, '0')}`).join('');
  return { what, inside: Uint8Array.from(values), encoded };
}

const known: readonly Characters[] = [
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
  escaped('an escape that there is none of', '\\x41', '%x41'),
  bytes('a lone surrogate as bytes', 0xed, 0xa0, 0x80),
  bytes('a surrogate pair as bytes (CESU-8)', 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80),
  bytes('an overlong NUL', 0xc0, 0x80),
  bytes('an overlong slash', 0xe0, 0x80, 0xaf),
  bytes('an overlong quotation mark', 0xc0, 0xa2),
  bytes('a continuation byte alone', 0x80),
  bytes('a character cut short', 0xe2, 0x82),
  bytes('a character past U+10FFFF', 0xf4, 0x90, 0x80, 0x80),
  bytes('bytes that occur in no UTF-8', 0xfe, 0xff),
  bytes('a letter in Latin-1', 0xe9),
  bytes('NUL as a byte', 0x00),
  bytes('a line break as a byte', 0x0a),
  wellFormed('a character of four bytes', '\u{1f600}'),
  wellFormed('a family of joined characters', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}'),
  wellFormed('the last code point', '\u{10ffff}'),
  wellFormed('code points that are no characters', '\ufffe\uffff\ufdd0'),
  wellFormed('a private character', '\ue000'),
  wellFormed('a text turned round by a bidi control', '\u202egpj.exe'),
  wellFormed('bidi isolates that are left open', '\u2066\u2067\u2068'),
  wellFormed('line and paragraph separators', '\u2028\u2029'),
  wellFormed('characters without width', '\u200b\u2060\ufeff'),
  wellFormed('white space that is no ASCII', '\u00a0\u3000\u1680'),
  wellFormed('a hundred marks on one letter', `a${'\u0301'.repeat(100)}`),
  wellFormed('a letter that grows when its case changes', 'ß\u0130ŉ'),
  wellFormed('a character that normalises into eighteen', '\ufdfa'),
  wellFormed('quotation marks, backslashes and what follows', `"'\\\`</script>{{7*7}}\${7*7}%s%n`),
  wellFormed('a piece of SQL', "' OR 1=1; --"),
];

/** Any code point but half of a surrogate pair; the ready-made unit of fast-check takes longer to build than a run. */
const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point));
const generated = fc
  .string({ unit: anyCharacter, minLength: 1, maxLength: 20 })
  .map((text) => wellFormed(`${[...text].map(codePoint).join(' ')}`, text));

/** Characters that are seldom met, and bytes that are none, alone or behind a valid text (requirement ERR-08). */
export const unicode: HostileKind = (operation, valid) =>
  fc
    .tuple(
      fc.constantFrom(...places(operation, valid)),
      fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 6 }, { arbitrary: generated, weight: 1 }),
      fc.boolean(),
    )
    .map(([place, characters, behind]) => put(operation, valid, place, textOf(characters, place, behind)));

function textOf({ what, inside, encoded }: Characters, place: Place, behind: boolean): Literal {
  const before = behind && typeof place.value === 'string' ? place.value : '';
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
