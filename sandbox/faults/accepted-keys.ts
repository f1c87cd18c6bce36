import { isObject } from '../schema/check.js';
import { liesIn } from './fault.js';
import {
  alsoAccepting,
  authenticatedBy,
  headerNamesOf,
  type KeyedRequest,
  unauthenticated,
  withKeyRule,
} from './plants/callers.js';
import { ALL } from './plants/requests.js';

const HOUR = 3_600_000;
/** The number of characters that the fault compares which doesn't compare a whole key. */
const COMPARED = 24;

/** Faults that accept invalid keys. */
export const acceptedKeyFaults = liesIn(ALL, {
  'AUTH-02 answers-without-key': [
    'It answers a request without a key as if it had one.',
    alsoAccepting((request, known) =>
      request.headers['x-api-key'] === undefined ? known.at(-1) : undefined,
    ),
  ],
  'AUTH-03 accepts-any-key': [
    'It accepts any key that is not blank.',
    alsoAccepting((request, known) => (keyOf(request).trim() === '' ? undefined : known.at(-1))),
  ],
  'AUTH-03 accepts-key-in-other-case': [
    'It compares keys without regard to case.',
    'a valid key with letters of the other case',
    alsoAccepting((request, known) =>
      known.find((value) => value.toLowerCase() === keyOf(request).toLowerCase()),
    ),
  ],
  'AUTH-03 compares-beginning-of-key': [
    'It compares only the first characters of a key.',
    'a valid key without its last character, or with others at its end',
    alsoAccepting((request, known) =>
      known.find((value) => value.slice(0, COMPARED) === keyOf(request).slice(0, COMPARED)),
    ),
  ],
  'AUTH-03 finds-key-in-longer-text': [
    'It accepts any text that contains a valid key.',
    'a valid key with bytes added',
    alsoAccepting((request, known) => known.find((value) => keyOf(request).includes(value))),
  ],
  'AUTH-04 accepts-expired-key': [
    'It accepts a key after its expiration date.',
    withKeyRule((key) => key.revokedAt === undefined),
  ],
  'AUTH-04 accepts-key-for-hour-after-expiry': [
    'It accepts a key until an hour after its expiration date.',
    'keys that expired less than an hour ago',
    (clean, plantedIn) =>
      withKeyRule((key, now) => clean.rules.isKeyValid(key, now - HOUR))(clean, plantedIn),
  ],
  'AUTH-05 accepts-empty-key': [
    'It accepts an empty or blank key.',
    alsoAccepting((request, known) =>
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
    (clean, plantedIn) =>
      withKeyRule(({ expiresAt, revokedAt }, now) =>
        clean.rules.isKeyValid(
          {
            ...(expiresAt !== undefined && { expiresAt }),
            ...(revokedAt !== undefined && now >= revokedAt + HOUR && { revokedAt }),
          },
          now,
        ),
      )(clean, plantedIn),
  ],
});

function keyOf({ headers }: KeyedRequest): string {
  return String(headers['x-api-key'] ?? '');
}

/** Faults that look for the key outside X-API-Key. */
export const keyPlaceFaults = liesIn(ALL, {
  'AUTH-06 accepts-key-in-query': [
    'It accepts a valid key in a parameter of the query.',
    alsoAccepting(({ query }, known) => keyAmong(known, Object.values(isObject(query) ? query : {}))),
  ],
  'AUTH-06 accepts-key-as-authorization': [
    'It accepts a valid key in the header Authorization.',
    alsoAccepting(({ headers }, known) => keyAmong(known, (headers.authorization ?? '').split(' '))),
  ],
  'AUTH-06 accepts-key-in-cookie': [
    'It accepts a valid key in a cookie.',
    alsoAccepting(({ headers }, known) => keyAmong(known, (headers.cookie ?? '').split(/[;=\s]+/))),
  ],
  'AUTH-06 accepts-key-in-other-header': [
    'It accepts a valid key in a header of another name.',
    alsoAccepting(({ headers: { authorization, cookie, ...others } }, known) =>
      keyAmong(known, Object.values(others).flat()),
    ),
  ],
  'AUTH-07 reads-header-name-as-documented-only': [
    'It takes no notice of the key where the name of its header is not written X-API-Key.',
    'the name of the header in another case than in the documentation',
    (clean, plantedIn) =>
      authenticatedBy((request, merchants) => {
        if (!headerNamesOf(request).includes('X-API-Key')) throw unauthenticated();
        return clean.authenticate(request, merchants);
      })(clean, plantedIn),
  ],
  'AUTH-07 refuses-header-name-in-mixed-case': [
    'It takes no notice of the key where its header is in lower, upper and title case at once.',
    'names such as x-ApI-kEy',
    (clean, plantedIn) =>
      authenticatedBy((request, merchants) => {
        const name = headerNamesOf(request).find((each) => each.toLowerCase() === 'x-api-key') ?? '';
        if (/[a-z][A-Z]/.test(name)) throw unauthenticated();
        return clean.authenticate(request, merchants);
      })(clean, plantedIn),
  ],
});

function keyAmong(known: readonly string[], texts: readonly unknown[]): string | undefined {
  return known.find((value) => texts.includes(value));
}
