import fc from 'fast-check';

/** A key that the target must refuse, and what is wrong with it. */
interface WrongKey {
  readonly key: string;
  /** Reports show this in place of the key. */
  readonly label: string;
}

const lowerCase = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';

/** A random key, as long as a valid one but at least 16 characters. */
export function randomKey(like: string): fc.Arbitrary<WrongKey> {
  const size = Math.max(like.length, 16);
  const unit = fc.constantFrom(...lowerCase, ...lowerCase.toUpperCase(), ...digits);
  return fc
    .string({ unit, minLength: size, maxLength: size })
    .filter((key) => key !== like)
    .map((key) => ({ key, label: 'a random key' }));
}

/** Never white space, which HTTP itself strips from a header's value. */
const padding = fc.constantFrom('x', '0', '"', ',', ';', '%20');

/** One wrong key of each kind, made of the valid key; truncated and padded keys occur once for each end. */
export function wrongKeys(valid: string): fc.Arbitrary<WrongKey[]> {
  const changed = (key: string, how: string): WrongKey => ({ key, label: `the valid key ${how}` });
  const flipped = (at: number) => {
    const letter = valid.charAt(at);
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    return valid.slice(0, at) + other + valid.slice(at + 1);
  };
  const letters = [...valid.matchAll(/[a-z]/gi)].map(({ index }) => index);
  const otherEnd = fc
    .constantFrom(...lowerCase, ...digits)
    .filter((last) => last !== valid.slice(-1).toLowerCase());
  return fc.tuple(
    randomKey(valid),
    fc.constant(changed(valid.slice(0, -1), 'without its last character')),
    fc.constant(changed(valid.slice(1), 'without its first character')),
    otherEnd.map((last) => changed(valid.slice(0, -1) + last, 'with a different last character')),
    letters.length === 0
      ? randomKey(valid)
      : fc
          .constantFrom(...letters)
          .map((at) => changed(flipped(at), `with the case of character ${at + 1} changed`)),
    padding.map((bytes) => changed(bytes + valid, `after ${JSON.stringify(bytes)}`)),
    padding.map((bytes) => changed(valid + bytes, `followed by ${JSON.stringify(bytes)}`)),
  );
}

/** An empty key, and one of the blank keys that an HTTP client can send (requirement AUTH-05). */
export const blankKeys: fc.Arbitrary<readonly WrongKey[]> = fc
  .constantFrom(
    { key: ' ', label: 'a key of one space' },
    { key: '\t', label: 'a key of one tab' },
    { key: ' \t \t ', label: 'a key of spaces and tabs' },
  )
  .map((blank) => [{ key: '', label: 'an empty key' }, blank]);

/**
 * Ways to spell the name of the key's header, by RFC 9110 the same header: two of those in use, and one that nobody uses
 * (requirement AUTH-07, clause 5.1).
 */
export const headerSpellings: fc.Arbitrary<readonly string[]> = fc
  .constantFrom('x-api-key', 'X-Api-Key')
  .map((usual) => [usual, 'X-API-KEY', 'x-ApI-kEy']);

/** A valid key in the wrong places. */
export interface MisplacedKey {
  /** Names the places; never contains the key. */
  readonly label: string;
  /** The key as written there; as secret as the key itself. */
  readonly written: string;
  /** Query string without its question mark. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const queryParameters = ['api_key', 'apikey', 'X-API-Key', 'key', 'access_token'];
const cookies = ['X-API-Key', 'api_key'];
const otherHeaders = ['X-Api-Token', 'Api-Key', 'X-API-Key-2', 'Proxy-Authorization'];

/**
 * The valid key in the query, in Authorization, in cookies and in other headers, for requests without X-API-Key
 * (requirement AUTH-06, clause 5.1). A request has it in all places of a kind, of which the target must accept none; only
 * Authorization takes one value.
 *
 * @param valid the key; all its characters must be allowed in a header
 */
export function misplacedKeys(valid: string): readonly MisplacedKey[] {
  const encoded = encodeURIComponent(valid);
  const user = Buffer.from(`${valid}:`).toString('base64');
  const authorized = (how: string, before: string, written: string): MisplacedKey => ({
    label: `the valid key in Authorization, ${how}`,
    written,
    headers: { Authorization: before + written },
  });
  return [
    {
      label: `the valid key as query parameters ${queryParameters.join(', ')}`,
      written: encoded,
      query: queryParameters.map((name) => `${name}=${encoded}`).join('&'),
    },
    authorized('as a bearer token', 'Bearer ', valid),
    authorized('as a user', 'Basic ', user),
    authorized('under ApiKey', 'ApiKey ', valid),
    authorized('alone', '', valid),
    {
      label: `the valid key as cookies ${cookies.join(', ')}`,
      written: encoded,
      headers: { Cookie: cookies.map((name) => `${name}=${encoded}`).join('; ') },
    },
    {
      label: `the valid key in ${otherHeaders.join(', ')}`,
      written: valid,
      headers: Object.fromEntries(otherHeaders.map((name) => [name, valid])),
    },
  ];
}
