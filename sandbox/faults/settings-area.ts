import type { KeyAction } from '../domain/keys.js';
import type { Rules } from '../domain/rules.js';
import { SETTINGS_PREFIX } from '../http/serve-operations.js';
import type { Page, PageAsked } from '../settings/page.js';
import { lies, type Workings } from './fault.js';

/**
 * Faults in keys that should no longer be valid after users changed them in the settings area (clauses 5.2 and 5.3).
 */
export const lapsedKeyFaults = lies({
  'AUTH-04 forgets-expiration-date': [
    'It asks for the expiration date of a new key, and makes one that never expires.',
    'keys that are made in the settings area',
    (clean) => ({
      rules: { ...clean.rules, newKey: (...given) => ({ label: clean.rules.newKey(...given).label }) },
    }),
  ],
  'AUTH-04 goes-on-accepting-used-key-after-expiry': [
    'It accepts a key after its expiration date where it was used before.',
    'keys that were used before they expired',
    (clean) => remembering(clean, ({ revokedAt }) => revokedAt === undefined),
  ],
  'AUTH-10 revokes-in-list-only': [
    'It says that a key is revoked, and goes on accepting it.',
    'keys that are revoked in the settings area',
    (clean) => ({ rules: { ...clean.rules, revokeKey: () => undefined } }),
  ],
  'AUTH-10 goes-on-accepting-used-key-after-revocation': [
    'It accepts a key that was revoked where it was used before.',
    'keys that were used before they were revoked',
    (clean) => remembering(clean, ({ expiresAt }, now) => expiresAt === undefined || now < expiresAt),
  ],
  'AUTH-01 revokes-all-keys-of-merchant': [
    'It refuses all keys of a merchant when one of them is revoked in the settings area.',
    'merchants of whose keys one was revoked in the settings area',
    (clean) => {
      const closed = new Set<unknown>();
      const revokeKey: Rules['revokeKey'] = (key, at) => {
        closed.add(key.merchantId);
        clean.rules.revokeKey(key, at);
      };
      const isKeyValid: Rules['isKeyValid'] = (key, now) =>
        !('merchantId' in key && closed.has(key.merchantId)) && clean.rules.isKeyValid(key, now);
      return { rules: { ...clean.rules, revokeKey, isKeyValid } };
    },
  ],
});

/** Accepts keys that were valid once, as long as the remaining rule allows them. */
function remembering(clean: Workings, isStillValid: Rules['isKeyValid']): Pick<Workings, 'rules'> {
  const known = new WeakSet<object>();
  const isKeyValid: Rules['isKeyValid'] = (key, now) => {
    const isValid = clean.rules.isKeyValid(key, now);
    if (isValid) known.add(key);
    return isValid || (known.has(key) && isStillValid(key, now));
  };
  return { rules: { ...clean.rules, isKeyValid } };
}

const WEEK = 7 * 86_400_000;

/** Faults in making keys (clause 5.3). */
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
    'It reads the expiration date as a number of seconds, so that a new key has already expired.',
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

/** Plants a complaint about requests for a key. */
function refusing(
  clean: Workings,
  isMeant: (request: Parameters<Rules['keyRequestProblems']>[0]) => boolean,
  message: string,
): Pick<Workings, 'rules'> {
  const keyRequestProblems: Rules['keyRequestProblems'] = (request, now) =>
    isMeant(request) ? [{ field: 'expirationDate', message }] : clean.rules.keyRequestProblems(request, now);
  return { rules: { ...clean.rules, keyRequestProblems } };
}

/** Makes keys with an expiration date expire at another moment. */
function expiring(clean: Workings, change: (expiresAt: number) => number): Pick<Workings, 'rules'> {
  const newKey: Rules['newKey'] = (...given) => {
    const { expiresAt, ...wish } = clean.rules.newKey(...given);
    return { ...wish, ...(expiresAt !== undefined && { expiresAt: change(expiresAt) }) };
  };
  return { rules: { ...clean.rules, newKey } };
}

const KEYS = `${SETTINGS_PREFIX}/api-keys`;

/** The pages that faults change, named by their purpose. */
export type PageName = 'overview' | 'list' | 'form' | 'created' | 'sent again' | 'revocation' | 'other';

/** Changes pages of the settings area. Returning `page` itself leaves a page as it is. */
export function changedPages(
  change: (page: Page, name: PageName, asked: PageAsked) => Page,
): Pick<Workings, 'sendPage'> {
  return { sendPage: (page, asked) => change(page, nameOf(page, asked), asked) };
}

/** The value of a new key on the page that shows it; undefined on any other page. */
export function shownValue({ body }: Page): string | undefined {
  return /<code id="key-value">([^<]*)<\/code>/.exec(body)?.[1];
}

/** A page with another text in place of one that it contains. */
export function withText(page: Page, from: string | RegExp, to: string): Page {
  return { ...page, body: page.body.replace(from, () => to) };
}

function nameOf({ status }: Page, { method, url }: PageAsked): PageName {
  const path = url.split('?')[0] ?? url;
  if (method === 'POST' && path === KEYS && status === 201) return 'created';
  if (method === 'POST' && path === KEYS && status === 409) return 'sent again';
  if (method !== 'GET' || status !== 200) return 'other';
  if (path === SETTINGS_PREFIX) return 'overview';
  if (path === KEYS) return 'list';
  if (path === `${KEYS}/new`) return 'form';
  return path.endsWith('/revoke') ? 'revocation' : 'other';
}

/** Faults in who may see and manage keys (clauses 1 and 5.2). */
export const userFaults = lies({
  'KEYS-02 shows-keys-to-members': [
    'It shows a Member the pages of the keys, with forms that it refuses.',
    (clean) => lettingMembers(clean, 'see'),
  ],
  'KEYS-02 lets-members-create-keys': [
    'It shows a Member no form for a new key, but makes a key where a Member sends one.',
    'a form that a Member sends',
    (clean) => lettingMembers(clean, 'create'),
  ],
  'KEYS-02 lets-members-revoke-keys': [
    'It shows a Member no way to revoke a key, but revokes it where a Member sends the form.',
    'a form that a Member sends',
    (clean) => lettingMembers(clean, 'revoke'),
  ],
  'KEYS-02 names-keys-to-members': [
    'It names the keys on the first page of a Member.',
    (clean) => {
      const labels: string[] = [];
      const named = changedPages((page, name, { user }) =>
        name === 'overview' && user?.role === 'Member'
          ? withText(page, '</main>', `<p>Keys: ${labels.join(', ')}</p></main>`)
          : page,
      );
      const newKey: typeof clean.rules.newKey = (...given) => {
        const wish = clean.rules.newKey(...given);
        labels.push(wish.label);
        return wish;
      };
      return { ...named, rules: { ...clean.rules, newKey } };
    },
  ],
  'KEYS-04 lists-keys-of-all-merchants': [
    'It lists the keys of all merchants.',
    (clean) => withKeysOfOthers(clean, 'see'),
  ],
  'KEYS-04 revokes-keys-of-other-merchants': [
    'It revokes a key of another merchant where the form is sent with its id.',
    'a form that an Admin of another merchant sends',
    (clean) => withKeysOfOthers(clean, 'revoke'),
  ],
});

/** Lets users of every role use an action on keys. */
function lettingMembers(clean: Workings, granted: KeyAction): Pick<Workings, 'rules'> {
  const mayManageKeys: typeof clean.rules.mayManageKeys = (role, action) =>
    action === granted || clean.rules.mayManageKeys(role, action);
  return { rules: { ...clean.rules, mayManageKeys } };
}

/** Lets Admins use an action on the keys of all merchants. */
function withKeysOfOthers(clean: Workings, granted: KeyAction): Pick<Workings, 'rules'> {
  const isKeyOf: typeof clean.rules.isKeyOf = (key, merchantId, action) =>
    action === granted || clean.rules.isKeyOf(key, merchantId, action);
  return { rules: { ...clean.rules, isKeyOf } };
}
