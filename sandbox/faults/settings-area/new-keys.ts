import type { Rules } from '../../domain/rules.js';
import { lies, type Workings } from '../fault.js';
import { changedPages, shownValue, withText } from './settings-pages.js';

const WEEK = 7 * 86_400_000;

/** Faults of making keys (clause 5.3). */
export const newKeyFaults = lies({
  'KEYS-01 asks-for-no-expiration-date': [
    'Its form for a new key has no field for an expiration date.',
    () =>
      changedPages((page, name) =>
        name === 'form'
          ? withText(page, /<div class="field"><label for="expirationDate">.*?<\/div>/s, '')
          : page,
      ),
  ],
  'KEYS-01 makes-no-key-without-date': [
    'It refuses to make a key without an expiration date.',
    'keys without an expiration date',
    (clean) => refusing(clean, ({ expirationDate }) => expirationDate === '', 'Enter an expiration date'),
  ],
  'KEYS-01 makes-no-key-with-date': [
    'It refuses to make a key with an expiration date.',
    'keys with an expiration date',
    (clean) => refusing(clean, ({ expirationDate }) => expirationDate !== '', 'The date is not understood'),
  ],
  'KEYS-01 makes-keys-that-have-expired': [
    'It takes the expiration date for a number of seconds, so that the key has expired when it is made.',
    'keys with an expiration date',
    (clean) => expiring(clean, (expiresAt) => expiresAt / 1000),
  ],
  'KEYS-01 lets-keys-expire-week-early': [
    'It lets a key expire a week before its expiration date.',
    'keys with an expiration date that is more than a week away',
    (clean) => expiring(clean, (expiresAt) => expiresAt - WEEK),
  ],
  'KEYS-01 drops-label-of-key': [
    'It lists each new key as "API key", whatever its label.',
    (clean) => ({
      rules: {
        ...clean.rules,
        newKey: (...given) => ({ ...clean.rules.newKey(...given), label: 'API key' }),
      },
    }),
  ],
  'KEYS-01 escapes-label-of-key-twice': [
    'It lists a label with the entities of HTML in place of its characters.',
    'labels with characters that HTML escapes',
    () =>
      changedPages((page, name) =>
        name === 'list' ? withText(page, /&(?=(?:amp|lt|gt|quot);)/g, '&amp;') : page,
      ),
  ],
  'KEYS-01 makes-keys-of-another-merchant': [
    'It makes keys that open the data of another merchant.',
    (clean) => {
      const made = new Set<string>();
      const newKey: Rules['newKey'] = (...given) => {
        const wish = clean.rules.newKey(...given);
        made.add(wish.label);
        return wish;
      };
      return {
        rules: { ...clean.rules, newKey },
        authenticate(request, merchants) {
          const caller = clean.authenticate(request, merchants);
          if (!made.has(caller.key.label)) return caller;
          const [foreign] = merchants.keys.filter(({ merchantId }) => merchantId !== caller.merchant.id);
          return { ...caller, merchant: merchants.find(foreign?.merchantId ?? '') ?? caller.merchant };
        },
      };
    },
  ],
  'KEYS-01 shows-value-with-wrong-character': [
    'It shows the value of a new key with another character at its end.',
    () =>
      changedPages((page, name) => {
        const value = name === 'created' ? shownValue(page) : undefined;
        if (value === undefined) return page;
        return withText(page, value, value.slice(0, -1) + (value.endsWith('A') ? 'B' : 'A'));
      }),
  ],
});

/** Finds something wrong with requests for a key. */
function refusing(
  clean: Workings,
  isMeant: (request: Parameters<Rules['keyRequestProblems']>[0]) => boolean,
  message: string,
): Pick<Workings, 'rules'> {
  const keyRequestProblems: Rules['keyRequestProblems'] = (request, now) =>
    isMeant(request) ? [{ field: 'expirationDate', message }] : clean.rules.keyRequestProblems(request, now);
  return { rules: { ...clean.rules, keyRequestProblems } };
}

/** Lets keys with an expiration date expire at another moment. */
function expiring(clean: Workings, change: (expiresAt: number) => number): Pick<Workings, 'rules'> {
  const newKey: Rules['newKey'] = (...given) => {
    const { expiresAt, ...wish } = clean.rules.newKey(...given);
    return { ...wish, ...(expiresAt !== undefined && { expiresAt: change(expiresAt) }) };
  };
  return { rules: { ...clean.rules, newKey } };
}
