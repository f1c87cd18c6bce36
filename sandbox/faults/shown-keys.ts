import type { Page } from '../settings/page.js';
import { lies, type Workings } from './fault.js';
import { changedPages, type PageName, shownValue, withText } from './settings-area.js';

/** Faults in where the value of a key is shown (clause 5.4). */
export const shownValueFaults = lies({
  'KEYS-03 shows-end-of-new-key-only': [
    'It shows no more of a new key than its last four characters.',
    () =>
      changedPages((page, name) => {
        const value = name === 'created' ? shownValue(page) : undefined;
        return value === undefined ? page : withText(page, value, `••••${value.slice(-4)}`);
      }),
  ],
  'KEYS-03 hides-new-key': [
    'It hides the value of a new key on the page that confirms it.',
    () =>
      changedPages((page, name) =>
        name === 'created' ? withText(page, '<code id="key-value">', '<code id="key-value" hidden>') : page,
      ),
  ],
  'KEYS-03 shows-key-again-when-reloaded': [
    'It answers the form of a key that was sent again with the page that shows its value.',
    'the page that confirms a key, when it is loaded again',
    () => {
      let shown: Page | undefined;
      return changedPages((page, name) => {
        if (name === 'created') shown = page;
        return name === 'sent again' ? (shown ?? page) : page;
      });
    },
  ],
  'KEYS-03 lets-browser-keep-new-key': [
    'It lets the browser keep the page that shows the value, so that the button back shows it again.',
    'the button back',
    () =>
      changedPages((page, name) =>
        name === 'created'
          ? // Chromium doesn't keep a page that is answered 201.
            { ...page, status: 200, headers: { ...page.headers, 'cache-control': 'private, max-age=3600' } }
          : page,
      ),
  ],
  'KEYS-03 lists-whole-keys': [
    'It lists the whole value of a key in place of its last characters.',
    () =>
      rememberingValue((page, name, value) =>
        name === 'list' ? withText(page, `<code>${value.slice(-4)}</code>`, `<code>${value}</code>`) : page,
      ),
  ],
  'KEYS-03 hides-whole-keys-in-list': [
    'It has the whole value of a key in the list, where no reader sees it.',
    () =>
      rememberingValue((page, name, value) =>
        name === 'list'
          ? withText(
              page,
              `<code>${value.slice(-4)}</code>`,
              `<code data-key="${value}">${value.slice(-4)}</code>`,
            )
          : page,
      ),
  ],
  'KEYS-03 remembers-new-key-on-first-page': [
    'It shows the value of the last key that was made on the first page of the settings area.',
    'the first page',
    () =>
      rememberingValue((page, name, value) =>
        name === 'overview' ? withText(page, '</main>', `<p>Your new key: ${value}</p></main>`) : page,
      ),
  ],
  'KEYS-03 names-key-to-revoke-by-its-value': [
    'It shows the value of a key on the page that asks whether it is to be revoked.',
    'the page that asks whether a key is to be revoked',
    () =>
      rememberingValue((page, name, value) =>
        name === 'revocation' ? withText(page, value.slice(-4), value) : page,
      ),
  ],
  'KEYS-03 sends-whole-key-in-header-of-list': [
    'It has the whole value of a key in a header of the list.',
    () =>
      rememberingValue((page, name, value) =>
        name === 'list' ? { ...page, headers: { ...page.headers, 'x-last-key': value } } : page,
      ),
  ],
  'KEYS-03 masks-last-characters-of-keys': [
    'It lists all of a key but its last four characters.',
    () =>
      rememberingValue((page, name, value) =>
        name === 'list'
          ? withText(page, `<code>${value.slice(-4)}</code>`, `<code>${value.slice(0, -4)}****</code>`)
          : page,
      ),
  ],
  'KEYS-03 shows-key-to-other-admins': [
    'It shows the value of a key to another Admin of the merchant, and not again to the one who made it.',
    'an Admin who did not make the key',
    () => {
      let maker: string | undefined;
      let last: string | undefined;
      return changedPages((page, name, { user }) => {
        if (name === 'created') [maker, last] = [user?.id, shownValue(page)];
        return name === 'list' && last !== undefined && user?.id !== maker
          ? withText(page, `<code>${last.slice(-4)}</code>`, `<code>${last}</code>`)
          : page;
      });
    },
  ],
});

/** Changes pages with the value that was shown last. */
function rememberingValue(
  change: (page: Page, name: PageName, value: string) => Page,
): Pick<Workings, 'sendPage'> {
  let last: string | undefined;
  return changedPages((page, name) => {
    if (name === 'created') last = shownValue(page);
    return last === undefined ? page : change(page, name, last);
  });
}
