import type { KeyAction } from '../../domain/keys/key-request.js';
import type { Fault, Workings } from '../fault.js';
import { changedPages, withText } from './settings-pages.js';

/** Faults of who may see and manage keys (clauses 1 and 5.2). */
export const userFaults: readonly Fault[] = [
  {
    id: 'shows-keys-to-members',
    violates: 'KEYS-02',
    does: 'It shows a Member the pages of the keys, with forms that it refuses.',
    plant: (clean) => lettingMembers(clean, 'see'),
  },
  {
    id: 'lets-members-create-keys',
    violates: 'KEYS-02',
    does: 'It shows a Member no form for a new key, but makes a key where a Member sends one.',
    showsFor: 'a form that a Member sends',
    plant: (clean) => lettingMembers(clean, 'create'),
  },
  {
    id: 'lets-members-revoke-keys',
    violates: 'KEYS-02',
    does: 'It shows a Member no way to revoke a key, but revokes it where a Member sends the form.',
    showsFor: 'a form that a Member sends',
    plant: (clean) => lettingMembers(clean, 'revoke'),
  },
  {
    id: 'names-keys-to-members',
    violates: 'KEYS-02',
    does: 'It names the keys on the first page of a Member.',
    plant(clean) {
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
  },
  {
    id: 'lists-keys-of-all-merchants',
    violates: 'KEYS-04',
    does: 'It lists the keys of all merchants.',
    plant: (clean) => withKeysOfOthers(clean, 'see'),
  },
  {
    id: 'revokes-keys-of-other-merchants',
    violates: 'KEYS-04',
    does: 'It revokes a key of another merchant where the form is sent with its id.',
    showsFor: 'a form that an Admin of another merchant sends',
    plant: (clean) => withKeysOfOthers(clean, 'revoke'),
  },
];

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
