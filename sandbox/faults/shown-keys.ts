import type { Page } from '../settings/page.js';
import { fresh, lies, type Plant } from './fault.js';
import { changedPage, changedPages, type PageName, shownValue, withText } from './settings-area.js';

/** Faults in where the value of a key is shown (clause 5.4). */
export const shownValueFaults = lies({
  'KEYS-03 shows-end-of-new-key-only': [
    'It shows only the last four characters of a new key.',
    changedPage('created', (page) => withText(page, shownValue(page), `••••${shownValue(page).slice(-4)}`)),
  ],
  'KEYS-03 hides-new-key': [
    'It hides the value of a new key on the page that confirms it.',
    changedPage('created', (page) => withText(page, '<code id="key-value">', '<code id="key-value" hidden>')),
  ],
  'KEYS-03 shows-key-again-when-reloaded': [
    'It answers the form of a key that was sent again with the page that shows its value.',
    'the page that confirms a key, when it is loaded again',
    fresh(() => {
      let shown: Page | undefined;
      return changedPages((page, name) => {
        if (name === 'created') shown = page;
        return name === 'sent again' ? (shown ?? page) : page;
      });
    }),
  ],
  'KEYS-03 lets-browser-keep-new-key': [
    'It lets the browser keep the page that shows the value, so that the back button shows it again.',
    'the back button',
    changedPage('created', (page) => ({
      ...page,
      // Chromium doesn't keep a page that is answered 201.
      status: 200,
      headers: { ...page.headers, 'cache-control': 'private, max-age=3600' },
    })),
  ],
  'KEYS-03 lists-whole-keys': [
    'It lists the whole value of a key in place of its last characters.',
    knowingKey('list', (page, value) => listing(page, value, `<code>${value}</code>`)),
  ],
  'KEYS-03 hides-whole-keys-in-list': [
    'It includes the whole value of a key in the list, where no reader sees it.',
    knowingKey('list', (page, value) =>
      listing(page, value, `<code data-key="${value}">${value.slice(-4)}</code>`),
    ),
  ],
  'KEYS-03 remembers-new-key-on-first-page': [
    'It shows the value of the most recent key on the first page of the settings area.',
    'the first page',
    knowingKey('overview', (page, value) =>
      withText(page, '</main>', `<p>Your new key: ${value}</p></main>`),
    ),
  ],
  'KEYS-03 names-key-to-revoke-by-its-value': [
    'It shows the value of a key on the page that asks whether to revoke it.',
    'the page that asks whether to revoke a key',
    knowingKey('revocation', (page, value) => withText(page, value.slice(-4), value)),
  ],
  'KEYS-03 sends-whole-key-in-header-of-list': [
    'It sends the whole value of a key in a header of the list.',
    knowingKey('list', (page, value) => ({ ...page, headers: { ...page.headers, 'x-last-key': value } })),
  ],
  'KEYS-03 masks-last-characters-of-keys': [
    'It lists all of a key except its last four characters.',
    knowingKey('list', (page, value) => listing(page, value, `<code>${value.slice(0, -4)}****</code>`)),
  ],
  'KEYS-03 shows-key-to-other-admins': [
    'It shows the value of a key to another Admin of the merchant, but not again to the one who made it.',
    'an Admin who did not make the key',
    knowingKey('list', (page, value, isMaker) =>
      isMaker ? page : listing(page, value, `<code>${value}</code>`),
    ),
  ],
});

/** Changes a page with the value that was shown last; `isMaker` says whether the same user sees both. */
function knowingKey(wanted: PageName, change: (page: Page, value: string, isMaker: boolean) => Page): Plant {
  return fresh(() => {
    let last: { readonly value: string; readonly maker: string | undefined } | undefined;
    return changedPages((page, name, { user }) => {
      if (name === 'created') last = { value: shownValue(page), maker: user?.id };
      return last === undefined || name !== wanted ? page : change(page, last.value, user?.id === last.maker);
    });
  });
}

/** The list with another text in place of the last characters of a key. */
function listing(page: Page, value: string, text: string): Page {
  return withText(page, `<code>${value.slice(-4)}</code>`, text);
}
