import type { Page } from '../../settings/page.js';
import type { Fault, Workings } from '../fault.js';
import { changedPages, type PageName, shownValue, withText } from './settings-pages.js';

/** Faults of where the value of a key is shown (clause 5.4). */
export const shownValueFaults: readonly Fault[] = [
  {
    id: 'shows-end-of-new-key-only',
    violates: 'KEYS-03',
    does: 'It shows no more of a new key than its last four characters.',
    plant: () =>
      changedPages((page, name) => {
        const value = name === 'created' ? shownValue(page) : undefined;
        return value === undefined ? page : withText(page, value, `••••${value.slice(-4)}`);
      }),
  },
  {
    id: 'hides-new-key',
    violates: 'KEYS-03',
    does: 'It has the value of a new key in the page that confirms it, where nobody sees it.',
    plant: () =>
      changedPages((page, name) =>
        name === 'created' ? withText(page, '<code id="key-value">', '<code id="key-value" hidden>') : page,
      ),
  },
  {
    id: 'shows-key-again-when-reloaded',
    violates: 'KEYS-03',
    does: 'It answers the form of a key that was sent again with the page that shows its value.',
    showsFor: 'the page that confirms a key, when it is loaded again',
    plant() {
      let shown: Page | undefined;
      return changedPages((page, name) => {
        if (name === 'created') shown = page;
        return name === 'sent again' ? (shown ?? page) : page;
      });
    },
  },
  {
    id: 'lets-browser-keep-new-key',
    violates: 'KEYS-03',
    does: 'It lets the browser keep the page that shows the value, so that the button back shows it again.',
    showsFor: 'the button back',
    plant: () =>
      changedPages((page, name) =>
        name === 'created'
          ? // Chromium keeps no page that is answered 201.
            { ...page, status: 200, headers: { ...page.headers, 'cache-control': 'private, max-age=3600' } }
          : page,
      ),
  },
  {
    id: 'lists-whole-keys',
    violates: 'KEYS-03',
    does: 'It lists the whole value of a key in place of its last characters.',
    plant: () =>
      rememberingValue((page, name, value) =>
        name === 'list' ? withText(page, `<code>${value.slice(-4)}</code>`, `<code>${value}</code>`) : page,
      ),
  },
  {
    id: 'hides-whole-keys-in-list',
    violates: 'KEYS-03',
    does: 'It has the whole value of a key in the list, where no reader sees it.',
    plant: () =>
      rememberingValue((page, name, value) =>
        name === 'list'
          ? withText(
              page,
              `<code>${value.slice(-4)}</code>`,
              `<code data-key="${value}">${value.slice(-4)}</code>`,
            )
          : page,
      ),
  },
  {
    id: 'remembers-new-key-on-first-page',
    violates: 'KEYS-03',
    does: 'It shows the value of the last key that was made on the first page of the settings area.',
    showsFor: 'the first page',
    plant: () =>
      rememberingValue((page, name, value) =>
        name === 'overview' ? withText(page, '</main>', `<p>Your new key: ${value}</p></main>`) : page,
      ),
  },
  {
    id: 'names-key-to-revoke-by-its-value',
    violates: 'KEYS-03',
    does: 'It shows the value of a key on the page that asks whether it is to be revoked.',
    showsFor: 'the page that asks whether a key is to be revoked',
    plant: () =>
      rememberingValue((page, name, value) =>
        name === 'revocation' ? withText(page, value.slice(-4), value) : page,
      ),
  },
  {
    id: 'sends-whole-key-in-header-of-list',
    violates: 'KEYS-03',
    does: 'It has the whole value of a key in a header of the list.',
    plant: () =>
      rememberingValue((page, name, value) =>
        name === 'list' ? { ...page, headers: { ...page.headers, 'x-last-key': value } } : page,
      ),
  },
  {
    id: 'masks-last-characters-of-keys',
    violates: 'KEYS-03',
    does: 'It lists all of a key but its last four characters.',
    plant: () =>
      rememberingValue((page, name, value) =>
        name === 'list'
          ? withText(page, `<code>${value.slice(-4)}</code>`, `<code>${value.slice(0, -4)}****</code>`)
          : page,
      ),
  },
  {
    id: 'shows-key-to-other-admins',
    violates: 'KEYS-03',
    does: 'It shows the value of a key to another Admin of the merchant, and not again to the one who made it.',
    showsFor: 'an Admin who did not make the key',
    plant() {
      let maker: string | undefined;
      let last: string | undefined;
      return changedPages((page, name, { user }) => {
        if (name === 'created') [maker, last] = [user?.id, shownValue(page)];
        return name === 'list' && last !== undefined && user?.id !== maker
          ? withText(page, `<code>${last.slice(-4)}</code>`, `<code>${last}</code>`)
          : page;
      });
    },
  },
];

/** Changes pages by the value that was shown last. */
function rememberingValue(
  change: (page: Page, name: PageName, value: string) => Page,
): Pick<Workings, 'sendPage'> {
  let last: string | undefined;
  return changedPages((page, name) => {
    if (name === 'created') last = shownValue(page);
    return last === undefined ? page : change(page, name, last);
  });
}
