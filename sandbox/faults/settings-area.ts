import type { KeyAction } from '../domain/keys.js';
import type { Rules } from '../domain/rules.js';
import { SETTINGS_PREFIX } from '../http/serve-operations.js';
import type { Page, PageAsked } from '../settings/page.js';
import { deciding, fresh, type Plant, type Plants, ruling, together } from './fault.js';
import { authenticatedBy } from './plants/callers.js';
import { changed, onNumber } from './plants/requests.js';

/** Accepts keys that were once accepted for as long as `isStillValid` allows them. */
function remembering(isStillValid: Rules['isKeyValid']): Plant {
  return ruling(({ isKeyValid }) => {
    const known = new WeakSet<object>();
    return {
      isKeyValid(key, now) {
        const isValid = isKeyValid(key, now);
        if (isValid) known.add(key);
        return isValid || (known.has(key) && isStillValid(key, now));
      },
    };
  });
}

const WEEK = 7 * 86_400_000;

/** Plants a refusal of requests for a key. */
function refusing(
  isMeant: (request: Parameters<Rules['keyRequestProblems']>[0]) => boolean,
  message: string,
): Plant {
  return deciding('keyRequestProblems', (clean, request, now) =>
    isMeant(request) ? [{ field: 'expirationDate', message }] : clean(request, now),
  );
}

type KeyWish = ReturnType<Rules['newKey']>;

/** Makes keys with different properties. */
function making(change: (wish: KeyWish) => KeyWish): Plant {
  return deciding('newKey', (clean, wish) => change(clean(wish)));
}

/** Makes keys with an expiration date expire at a different moment. */
function expiring(change: (expiresAt: number) => number): Plant {
  return making((wish) => changed(wish, ['expiresAt'], onNumber(change)));
}

/** Notes the label of each key that is made. */
function notingLabels(labels: string[]): Plant {
  return making((wish) => {
    labels.push(wish.label);
    return wish;
  });
}

const KEYS = `${SETTINGS_PREFIX}/api-keys`;

/** The pages that faults change, named by their purpose. */
type PageName = 'overview' | 'list' | 'form' | 'created' | 'sent again' | 'revocation' | 'other';

/** Changes pages of the settings area. Returning `page` itself leaves a page as it is. */
function changedPages(change: (page: Page, name: PageName, asked: PageAsked) => Page): Plant {
  return () => ({ sendPage: (page, asked) => change(page, nameOf(page, asked), asked) });
}

/** Changes one page of the settings area. */
function changedPage(wanted: PageName, change: (page: Page) => Page): Plant {
  return changedPages((page, name) => (name === wanted ? change(page) : page));
}

/** Changes the text of one page. */
function rewritten(wanted: PageName, from: string | RegExp, to: string): Plant {
  return changedPage(wanted, (page) => withText(page, from, to));
}

/** The value of a new key on the page that shows it. */
function shownValue({ body }: Page): string {
  return /<code id="key-value">([^<]*)<\/code>/.exec(body)?.[1] ?? '';
}

/** A page with a string in it replaced by a different one. */
function withText(page: Page, from: string | RegExp, to: string): Page {
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

/** Lets users with any role perform an action on keys. */
export function lettingMembers(granted: KeyAction): Plant {
  return deciding('mayManageKeys', (clean, role, action) => action === granted || clean(role, action));
}

/** Lets Admins perform an action on the keys of all merchants. */
export function withKeysOfOthers(granted: KeyAction): Plant {
  return deciding(
    'isKeyOf',
    (clean, key, merchantId, action) => action === granted || clean(key, merchantId, action),
  );
}

/**
 * Changes a page, given the key value that was most recently shown to a user of the same merchant; `isMaker`
 * says whether that user also sees this page.
 */
function knowingKey(wanted: PageName, change: (page: Page, value: string, isMaker: boolean) => Page): Plant {
  return fresh(() => {
    const shown = new Map<string, { readonly value: string; readonly maker: string }>();
    return changedPages((page, name, { user }) => {
      if (user === undefined) return page;
      if (name === 'created') shown.set(user.merchantId, { value: shownValue(page), maker: user.id });
      const last = shown.get(user.merchantId);
      return last === undefined || name !== wanted ? page : change(page, last.value, user.id === last.maker);
    });
  });
}

/**
 * Changes the list of keys: `written` replaces the last characters of the key that was most recently shown.
 */
function listing(written: (value: string) => string, isShownTo = (_isMaker: boolean) => true): Plant {
  return knowingKey('list', (page, value, isMaker) =>
    isShownTo(isMaker) ? withText(page, `<code>${value.slice(-4)}</code>`, written(value)) : page,
  );
}

/** Faults in the settings area: who manages keys, how they are made and shown, and when they lapse (clause 5). */
export const settingsAreaPlants: Plants = {
  'forgets-expiration-date': making(({ label }) => ({ label })),
  'goes-on-accepting-used-key-after-expiry': remembering(({ revokedAt }) => revokedAt === undefined),
  'revokes-in-list-only': deciding('revokeKey', () => undefined),
  'goes-on-accepting-used-key-after-revocation': remembering(
    ({ expiresAt }, now) => expiresAt === undefined || now < expiresAt,
  ),
  'revokes-all-keys-of-merchant': ruling(({ revokeKey, isKeyValid }) => {
    const closed = new Set<unknown>();
    return {
      revokeKey(key, at) {
        closed.add(key.merchantId);
        revokeKey(key, at);
      },
      isKeyValid: (key, now) => !('merchantId' in key && closed.has(key.merchantId)) && isKeyValid(key, now),
    };
  }),
  'asks-for-no-expiration-date': rewritten(
    'form',
    /<div class="field"><label for="expirationDate">.*?<\/div>/s,
    '',
  ),
  'makes-no-key-without-date': refusing(
    ({ expirationDate }) => expirationDate === '',
    'Enter an expiration date',
  ),
  'makes-no-key-with-date': refusing(
    ({ expirationDate }) => expirationDate !== '',
    'The date is not understood',
  ),
  'makes-keys-that-have-expired': expiring((expiresAt) => expiresAt / 1000),
  'lets-keys-expire-week-early': expiring((expiresAt) => expiresAt - WEEK),
  'drops-label-of-key': making((wish) => ({ ...wish, label: 'API key' })),
  'escapes-label-of-key-twice': rewritten('list', /&(?=(?:amp|lt|gt|quot);)/g, '&amp;'),
  'makes-keys-of-another-merchant': fresh(() => {
    const made: string[] = [];
    return together(
      notingLabels(made),
      authenticatedBy((request, merchants, clean) => {
        const caller = clean(request, merchants);
        if (!made.includes(caller.key.label)) return caller;
        const [foreign] = merchants.keys.filter(({ merchantId }) => merchantId !== caller.merchant.id);
        return { ...caller, merchant: merchants.find(foreign?.merchantId ?? '') ?? caller.merchant };
      }),
    );
  }),
  'shows-value-with-wrong-character': changedPage('created', (page) => {
    const value = shownValue(page);
    return withText(page, value, value.slice(0, -1) + (value.endsWith('A') ? 'B' : 'A'));
  }),
  'names-keys-to-members': fresh(() => {
    const labels: string[] = [];
    return together(
      notingLabels(labels),
      changedPages((page, name, { user }) =>
        name === 'overview' && user?.role === 'Member'
          ? withText(page, '</main>', `<p>Keys: ${labels.join(', ')}</p></main>`)
          : page,
      ),
    );
  }),
  'shows-end-of-new-key-only': changedPage('created', (page) =>
    withText(page, shownValue(page), `••••${shownValue(page).slice(-4)}`),
  ),
  'hides-new-key': rewritten('created', '<code id="key-value">', '<code id="key-value" hidden>'),
  'shows-key-again-when-reloaded': fresh(() => {
    let shown: Page | undefined;
    return changedPages((page, name) => {
      if (name === 'created') shown = page;
      return name === 'sent again' ? (shown ?? page) : page;
    });
  }),
  'lets-browser-keep-new-key': changedPage('created', (page) => ({
    ...page,
    // Chromium doesn't keep a page that is answered with 201.
    status: 200,
    headers: { ...page.headers, 'cache-control': 'private, max-age=3600' },
  })),
  'lists-whole-keys': listing((value) => `<code>${value}</code>`),
  'hides-whole-keys-in-list': listing((value) => `<code data-key="${value}">${value.slice(-4)}</code>`),
  'remembers-new-key-on-first-page': knowingKey('overview', (page, value) =>
    withText(page, '</main>', `<p>Your new key: ${value}</p></main>`),
  ),
  'names-key-to-revoke-by-its-value': knowingKey('revocation', (page, value) =>
    withText(page, value.slice(-4), value),
  ),
  'sends-whole-key-in-header-of-list': knowingKey('list', (page, value) => ({
    ...page,
    headers: { ...page.headers, 'x-last-key': value },
  })),
  'masks-last-characters-of-keys': listing((value) => `<code>${value.slice(0, -4)}****</code>`),
  'shows-key-to-other-admins': listing(
    (value) => `<code>${value}</code>`,
    (isMaker) => !isMaker,
  ),
};
