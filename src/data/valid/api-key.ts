import fc from 'fast-check';

/** A key that the target must refuse, and what is wrong with it. */
interface WrongKey {
  readonly key: string;
  /** Reports show this in place of the key. */
  readonly label: string;
}

/** A random key, as long as a valid one but at least 16 characters. */
export function randomKey(like: string): fc.Arbitrary<WrongKey> {
  const size = Math.max(like.length, 16);
  return fc
    .string({
      unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'),
      minLength: size,
      maxLength: size,
    })
    .filter((key) => key !== like)
    .map((key) => ({ key, label: 'a random key' }));
}

/** The valid key without its last or its first character. */
function truncatedKeys(valid: string): [WrongKey, WrongKey] {
  return [
    { key: valid.slice(0, -1), label: 'the valid key without its last character' },
    { key: valid.slice(1), label: 'the valid key without its first character' },
  ];
}

/** The valid key with a different last character. */
function otherEndedKey(valid: string): fc.Arbitrary<WrongKey> {
  return fc
    .constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789')
    .filter((last) => last.toLowerCase() !== valid.slice(-1).toLowerCase())
    .map((last) => ({
      key: valid.slice(0, -1) + last,
      label: 'the valid key with a different last character',
    }));
}

/** The valid key with the case of one letter changed. */
function caseFlippedKey(valid: string): fc.Arbitrary<WrongKey> {
  const letters = [...valid.matchAll(/[a-z]/gi)].map(({ index }) => index);
  if (letters.length === 0) return randomKey(valid);
  return fc.constantFrom(...letters).map((index) => ({
    key: valid.slice(0, index) + flipped(valid.charAt(index)) + valid.slice(index + 1),
    label: `the valid key with the case of character ${index + 1} changed`,
  }));
}

const padding = fc.constantFrom('x', '0', '"', ',', ';', '%20');

/** The valid key with a byte before or after it; never white space, which HTTP itself strips from a header's value. */
function paddedKeys(valid: string): [fc.Arbitrary<WrongKey>, fc.Arbitrary<WrongKey>] {
  return [
    padding.map((bytes) => ({ key: bytes + valid, label: `the valid key after ${JSON.stringify(bytes)}` })),
    padding.map((bytes) => ({
      key: valid + bytes,
      label: `the valid key followed by ${JSON.stringify(bytes)}`,
    })),
  ];
}

/** One wrong key of each kind; truncated and padded keys occur once for each end. */
export function wrongKeys(valid: string): fc.Arbitrary<WrongKey[]> {
  return fc.tuple(
    randomKey(valid),
    ...truncatedKeys(valid).map((key) => fc.constant(key)),
    otherEndedKey(valid),
    caseFlippedKey(valid),
    ...paddedKeys(valid),
  );
}

/** The empty and blank keys that an HTTP client can send (requirement AUTH-05). */
export const blankKeys: readonly WrongKey[] = [
  { key: '', label: 'an empty key' },
  { key: ' ', label: 'a key of one space' },
  { key: '\t', label: 'a key of one tab' },
  { key: ' \t \t ', label: 'a key of spaces and tabs' },
];

/**
 * Ways to spell the name of the key's header; by RFC 9110 they all name the same header (requirement AUTH-07, clause
 * 5.1).
 */
export const headerSpellings = ['x-api-key', 'X-API-KEY', 'X-Api-Key', 'x-ApI-kEy'] as const;

/** A valid key in the wrong place. */
export interface MisplacedKey {
  /** Names the place; never contains the key. */
  readonly label: string;
  /** The key as written in that place; as secret as the key itself. */
  readonly written: string;
  /** Query string without its question mark. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const queryParameters = ['api_key', 'apikey', 'X-API-Key', 'key', 'access_token'];
const cookies = ['X-API-Key', 'api_key'];
const otherHeaders = ['X-Api-Token', 'Api-Key', 'X-API-Key-2', 'Proxy-Authorization'];

/**
 * The valid key in the query, in Authorization, in a cookie and in other headers, for requests without X-API-Key
 * (requirement AUTH-06, clause 5.1).
 *
 * @param valid the key; all its characters must be allowed in a header
 */
export function misplacedKeys(valid: string): readonly MisplacedKey[] {
  const encoded = encodeURIComponent(valid);
  const user = Buffer.from(`${valid}:`).toString('base64');
  const inHeader = (label: string, header: string, written: string, before = ''): MisplacedKey => ({
    label,
    written,
    headers: { [header]: before + written },
  });
  return [
    ...queryParameters.map((name) => ({
      label: `the valid key as query parameter ${name}`,
      written: encoded,
      query: `${name}=${encoded}`,
    })),
    inHeader('the valid key in Authorization, as a bearer token', 'Authorization', valid, 'Bearer '),
    inHeader('the valid key in Authorization, as a user', 'Authorization', user, 'Basic '),
    inHeader('the valid key in Authorization, under ApiKey', 'Authorization', valid, 'ApiKey '),
    inHeader('the valid key in Authorization, alone', 'Authorization', valid),
    ...cookies.map((name) => inHeader(`the valid key as cookie ${name}`, 'Cookie', encoded, `${name}=`)),
    ...otherHeaders.map((name) => inHeader(`the valid key in ${name}`, name, valid)),
  ];
}

function flipped(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}
