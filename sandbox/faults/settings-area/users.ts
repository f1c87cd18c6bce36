import type { KeyAction } from '../../domain/keys/key-request.js';
import { lies, type Workings } from '../fault.js';
import { changedPages, withText } from './settings-pages.js';

/** Faults of who may see and manage keys (clauses 1 and 5.2). */
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

/** Lets users of every role do something about keys. */
function lettingMembers(clean: Workings, granted: KeyAction): Pick<Workings, 'rules'> {
  const mayManageKeys: typeof clean.rules.mayManageKeys = (role, action) =>
    action === granted || clean.rules.mayManageKeys(role, action);
  return { rules: { ...clean.rules, mayManageKeys } };
}

/** Lets Admins do something about the keys of all merchants. */
function withKeysOfOthers(clean: Workings, granted: KeyAction): Pick<Workings, 'rules'> {
  const isKeyOf: typeof clean.rules.isKeyOf = (key, merchantId, action) =>
    action === granted || clean.rules.isKeyOf(key, merchantId, action);
  return { rules: { ...clean.rules, isKeyOf } };
}
