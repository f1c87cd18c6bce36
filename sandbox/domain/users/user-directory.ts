import { randomUUID } from 'node:crypto';
import { isPassword } from './password.js';
import type { Role, User } from './user.js';

/** How many users a merchant can have. */
export const MOST_USERS = 100;

/** Thrown when a merchant has as many users as it can have. */
export class TooManyUsers extends Error {}

/** All users of all merchants. */
export interface UserDirectory {
  /** Adds a user. Throws TooManyUsers, and an Error for an e-mail that another one has. */
  add(user: Omit<User, 'id'>): User;
  /** An e-mail that no user has, for one of a merchant. */
  newEmail(merchantId: string, role: Role): string;
  find(id: string): User | undefined;
  /** The user with an e-mail, in whatever case it is written. */
  findByEmail(email: string): User | undefined;
  /** The user with this e-mail and this password; undefined after the same work where either is wrong. */
  signIn(email: string, password: string): Promise<User | undefined>;
  /** Forgets all users of a merchant. */
  forget(merchantId: string): void;
}

/** A directory without users. */
export function createUserDirectory(): UserDirectory {
  const byId = new Map<string, User>();
  const byEmail = new Map<string, User>();
  let named = 0;

  function usersOf(merchantId: string): User[] {
    return [...byId.values()].filter((user) => user.merchantId === merchantId);
  }

  function findByEmail(email: string): User | undefined {
    return byEmail.get(email.toLowerCase());
  }

  return {
    add(added) {
      if (usersOf(added.merchantId).length >= MOST_USERS)
        throw new TooManyUsers(`A merchant has at most ${MOST_USERS} users`);
      if (findByEmail(added.email) !== undefined) throw new Error('Another user has this e-mail');
      const user: User = { id: randomUUID(), ...added };
      byId.set(user.id, user);
      byEmail.set(user.email.toLowerCase(), user);
      return user;
    },
    newEmail: (merchantId, role) =>
      `${role.toLowerCase()}-${++named}@${merchantId.slice(0, 8).toLowerCase()}.example`,
    find: (id) => byId.get(id),
    findByEmail,
    async signIn(email, password) {
      const user = findByEmail(email);
      return (await isPassword(password, await user?.password)) ? user : undefined;
    },
    forget(merchantId) {
      for (const { id, email } of usersOf(merchantId)) {
        byId.delete(id);
        byEmail.delete(email.toLowerCase());
      }
    },
  };
}
