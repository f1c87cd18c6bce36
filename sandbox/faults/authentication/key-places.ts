import { isObject } from '../../schema/check.js';
import { alsoAccepting, authenticatedBy, headerNamesOf, unauthenticated } from '../callers.js';
import type { Fault } from '../fault.js';
import { ALL } from '../operation-sets.js';

/** Faults that look for the key elsewhere than in X-API-Key. */
export const keyPlaceFaults: readonly Fault[] = [
  {
    id: 'accepts-key-in-query',
    violates: 'AUTH-06',
    does: 'It accepts a valid key in a parameter of the query.',
    operations: ALL,
    plant: (clean, plantedIn) =>
      alsoAccepting(clean, plantedIn, ({ query }, known) =>
        keyAmong(known, Object.values(isObject(query) ? query : {})),
      ),
  },
  {
    id: 'accepts-key-as-authorization',
    violates: 'AUTH-06',
    does: 'It accepts a valid key in the header Authorization.',
    operations: ALL,
    plant: (clean, plantedIn) =>
      alsoAccepting(clean, plantedIn, ({ headers }, known) =>
        keyAmong(known, (headers.authorization ?? '').split(' ')),
      ),
  },
  {
    id: 'accepts-key-in-cookie',
    violates: 'AUTH-06',
    does: 'It accepts a valid key in a cookie.',
    operations: ALL,
    plant: (clean, plantedIn) =>
      alsoAccepting(clean, plantedIn, ({ headers }, known) =>
        keyAmong(known, (headers.cookie ?? '').split(/[;=\s]+/)),
      ),
  },
  {
    id: 'accepts-key-in-other-header',
    violates: 'AUTH-06',
    does: 'It accepts a valid key in a header of another name.',
    operations: ALL,
    plant: (clean, plantedIn) =>
      alsoAccepting(clean, plantedIn, ({ headers: { authorization, cookie, ...others } }, known) =>
        keyAmong(known, Object.values(others).flat()),
      ),
  },
  {
    id: 'reads-header-name-as-documented-only',
    violates: 'AUTH-07',
    does: 'It takes no notice of the key where the name of its header is not written X-API-Key.',
    operations: ALL,
    showsFor: 'the name of the header in another case than in the documentation',
    plant: (clean, plantedIn) =>
      authenticatedBy(clean, plantedIn, (request, merchants) => {
        if (!headerNamesOf(request).includes('X-API-Key')) throw unauthenticated();
        return clean.authenticate(request, merchants);
      }),
  },
  {
    id: 'refuses-header-name-in-mixed-case',
    violates: 'AUTH-07',
    does: 'It takes no notice of the key where its header is in lower, upper and title case at once.',
    operations: ALL,
    showsFor: 'names such as x-ApI-kEy',
    plant: (clean, plantedIn) =>
      authenticatedBy(clean, plantedIn, (request, merchants) => {
        const name = headerNamesOf(request).find((each) => each.toLowerCase() === 'x-api-key') ?? '';
        if (/[a-z][A-Z]/.test(name)) throw unauthenticated();
        return clean.authenticate(request, merchants);
      }),
  },
];

function keyAmong(known: readonly string[], texts: readonly unknown[]): string | undefined {
  return known.find((value) => texts.includes(value));
}
