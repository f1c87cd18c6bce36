import { isObject } from '../../schema/check.js';
import { alsoAccepting, authenticatedBy, headerNamesOf, unauthenticated } from '../callers.js';
import { liesIn } from '../fault.js';
import { ALL } from '../operation-sets.js';

/** Faults that look for the key elsewhere than in X-API-Key. */
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
