import { alsoAccepting, type KeyedRequest, withKeyRule } from '../callers.js';
import type { Fault } from '../fault.js';
import { ALL } from '../operation-sets.js';

const HOUR = 3_600_000;
/** How many characters of a key are compared by the fault that doesn't compare all. */
const COMPARED = 24;

/** Faults that take keys that are none for valid. */
export const acceptedKeyFaults: readonly Fault[] = [
  {
    id: 'answers-without-key',
    violates: 'AUTH-02',
    does: 'It answers a request without a key as if it had one.',
    operations: ALL,
    plant: (clean, plantedIn) =>
      alsoAccepting(clean, plantedIn, (request, known) =>
        request.headers['x-api-key'] === undefined ? known.at(-1) : undefined,
      ),
  },
  {
    id: 'accepts-any-key',
    violates: 'AUTH-03',
    does: 'It accepts any key that is not blank.',
    operations: ALL,
    plant: (clean, plantedIn) =>
      alsoAccepting(clean, plantedIn, (request, known) =>
        keyOf(request).trim() === '' ? undefined : known.at(-1),
      ),
  },
  {
    id: 'accepts-key-in-other-case',
    violates: 'AUTH-03',
    does: 'It compares keys without regard to case.',
    operations: ALL,
    showsFor: 'a valid key with letters of the other case',
    plant: (clean, plantedIn) =>
      alsoAccepting(clean, plantedIn, (request, known) =>
        known.find((value) => value.toLowerCase() === keyOf(request).toLowerCase()),
      ),
  },
  {
    id: 'compares-beginning-of-key',
    violates: 'AUTH-03',
    does: 'It compares only the first characters of a key.',
    operations: ALL,
    showsFor: 'a valid key without its last character, or with others at its end',
    plant: (clean, plantedIn) =>
      alsoAccepting(clean, plantedIn, (request, known) =>
        known.find((value) => value.slice(0, COMPARED) === keyOf(request).slice(0, COMPARED)),
      ),
  },
  {
    id: 'finds-key-in-longer-text',
    violates: 'AUTH-03',
    does: 'It accepts any text that contains a valid key.',
    operations: ALL,
    showsFor: 'a valid key with bytes added',
    plant: (clean, plantedIn) =>
      alsoAccepting(clean, plantedIn, (request, known) =>
        known.find((value) => keyOf(request).includes(value)),
      ),
  },
  {
    id: 'accepts-expired-key',
    violates: 'AUTH-04',
    does: 'It accepts a key after its expiration date.',
    operations: ALL,
    plant: (clean, plantedIn) => withKeyRule(clean, plantedIn, (key) => key.revokedAt === undefined),
  },
  {
    id: 'accepts-key-for-hour-after-expiry',
    violates: 'AUTH-04',
    does: 'It accepts a key until an hour after its expiration date.',
    operations: ALL,
    showsFor: 'keys that expired less than an hour ago',
    plant: (clean, plantedIn) =>
      withKeyRule(clean, plantedIn, (key, now) => clean.rules.isKeyValid(key, now - HOUR)),
  },
  {
    id: 'accepts-empty-key',
    violates: 'AUTH-05',
    does: 'It accepts an empty or blank key.',
    operations: ALL,
    plant: (clean, plantedIn) =>
      alsoAccepting(clean, plantedIn, (request, known) =>
        request.headers['x-api-key'] !== undefined && keyOf(request).trim() === '' ? known.at(-1) : undefined,
      ),
  },
  {
    id: 'accepts-revoked-key',
    violates: 'AUTH-10',
    does: 'It accepts a key that was revoked.',
    operations: ALL,
    plant: (clean, plantedIn) =>
      withKeyRule(clean, plantedIn, ({ expiresAt }, now) => expiresAt === undefined || now < expiresAt),
  },
  {
    id: 'revokes-keys-hour-late',
    violates: 'AUTH-10',
    does: 'It accepts a key until an hour after it was revoked.',
    operations: ALL,
    showsFor: 'keys that were revoked less than an hour ago',
    plant: (clean, plantedIn) =>
      withKeyRule(clean, plantedIn, ({ expiresAt, revokedAt }, now) =>
        clean.rules.isKeyValid(
          {
            ...(expiresAt !== undefined && { expiresAt }),
            ...(revokedAt !== undefined && now >= revokedAt + HOUR && { revokedAt }),
          },
          now,
        ),
      ),
  },
];

function keyOf({ headers }: KeyedRequest): string {
  return String(headers['x-api-key'] ?? '');
}
