import { isObject } from '../schema/check.js';
import { liesIn, type Plant } from './fault.js';
import {
  authenticatedBy,
  headerNamesOf,
  type KeyedRequest,
  unauthenticated,
  whenRefused,
  withKeyRule,
} from './plants/callers.js';
import { ALL } from './plants/requests.js';

const HOUR = 3_600_000;
/** The number of characters that an incomplete comparison of keys looks at. */
const COMPARED = 24;

/** Faults that accept invalid keys, or look for the key outside X-API-Key. */
export const acceptedKeyFaults = liesIn(ALL, {
  'AUTH-02 answers-without-key': [
    'It answers a request without a key as if it had one.',
    whenRefused(({ headers }, { known }) => (headers['x-api-key'] === undefined ? known.at(-1) : undefined)),
  ],
  'AUTH-03 accepts-any-key': [
    'It accepts any key that is not blank.',
    whenRefused((request, { known }) => (keyOf(request).trim() === '' ? undefined : known.at(-1))),
  ],
  'AUTH-03 accepts-key-in-other-case': [
    'It compares keys without regard to case.',
    'a valid key with letters of the other case',
    accepting((given, key) => given.toLowerCase() === key.toLowerCase()),
  ],
  'AUTH-03 compares-beginning-of-key': [
    'It compares only the first characters of a key.',
    'a valid key without its last character, or with others at its end',
    accepting((given, key) => given.slice(0, COMPARED) === key.slice(0, COMPARED)),
  ],
  'AUTH-03 finds-key-in-longer-text': [
    'It accepts any text that contains a valid key.',
    'a valid key with bytes added',
    accepting((given, key) => given.includes(key)),
  ],
  'AUTH-04 accepts-expired-key': [
    'It accepts a key after its expiration date.',
    withKeyRule((key) => key.revokedAt === undefined),
  ],
  'AUTH-04 accepts-key-for-hour-after-expiry': [
    'It accepts a key until an hour after its expiration date.',
    'keys that expired less than an hour ago',
    withKeyRule((key, now, clean) => clean(key, now - HOUR)),
  ],
  'AUTH-05 accepts-empty-key': [
    'It accepts an empty or blank key.',
    whenRefused((request, { known }) =>
      request.headers['x-api-key'] !== undefined && keyOf(request).trim() === '' ? known.at(-1) : undefined,
    ),
  ],
  'AUTH-10 accepts-revoked-key': [
    'It accepts a key that was revoked.',
    withKeyRule(({ expiresAt }, now) => expiresAt === undefined || now < expiresAt),
  ],
  'AUTH-10 revokes-keys-hour-late': [
    'It accepts a key until an hour after it was revoked.',
    'keys that were revoked less than an hour ago',
    withKeyRule(({ revokedAt, ...key }, now, clean) =>
      clean(revokedAt === undefined || now < revokedAt + HOUR ? key : { ...key, revokedAt }, now),
    ),
  ],
  'AUTH-06 accepts-key-in-query': [
    'It accepts a valid key in a parameter of the query.',
    finding(({ query }) => Object.values(isObject(query) ? query : {})),
  ],
  'AUTH-06 accepts-key-as-authorization': [
    'It accepts a valid key in the header Authorization.',
    finding(({ headers }) => (headers.authorization ?? '').split(' ')),
  ],
  'AUTH-06 accepts-key-in-cookie': [
    'It accepts a valid key in a cookie.',
    finding(({ headers }) => (headers.cookie ?? '').split(/[;=\s]+/)),
  ],
  'AUTH-06 accepts-key-in-other-header': [
    'It accepts a valid key in a header of another name.',
    finding(({ headers: { authorization, cookie, ...others } }) => Object.values(others).flat()),
  ],
  'AUTH-07 reads-header-name-as-documented-only': [
    'It ignores the key unless the name of its header is written X-API-Key.',
    'the name of the header in a case other than the documented one',
    refusingNames((name) => name !== 'X-API-Key'),
  ],
  'AUTH-07 refuses-header-name-in-mixed-case': [
    'It ignores the key if the name of its header is in neither lower, upper nor title case.',
    'names such as x-ApI-kEy',
    refusingNames((name) => /[a-z][A-Z]/.test(name)),
  ],
});

function keyOf({ headers }: KeyedRequest): string {
  return String(headers['x-api-key'] ?? '');
}

/** Plants acceptance of keys that resemble a valid one. */
function accepting(isAlike: (given: string, key: string) => boolean): Plant {
  return whenRefused((request, { known }) => known.find((key) => isAlike(keyOf(request), key)));
}

/** Plants acceptance of a valid key among other texts of a request. */
function finding(textsOf: (request: KeyedRequest) => readonly unknown[]): Plant {
  return whenRefused((request, { known }) => known.find((key) => textsOf(request).includes(key)));
}

/** Plants blindness to the key if `isMeant` selects the name of its header. */
function refusingNames(isMeant: (name: string) => boolean): Plant {
  return authenticatedBy((request, merchants, clean) => {
    const name = headerNamesOf(request).find((each) => each.toLowerCase() === 'x-api-key') ?? '';
    if (isMeant(name)) throw unauthenticated();
    return clean(request, merchants);
  });
}
