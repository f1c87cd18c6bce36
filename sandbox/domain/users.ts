import { randomBytes, randomUUID, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Role } from './keys.js';
import { newSecret } from './secrets.js';

/** A person who can sign in to the settings area of one merchant. */
export interface User {
  id: string;
  merchantId: string;
  email: string;
  role: Role;
  /** A promise while it is being hashed. */
  password: PasswordHash | Promise<PasswordHash>;
}

/** A stored password: its scrypt hash, with its own salt. */
interface PasswordHash {
  salt: Buffer;
  hash: Buffer;
}

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Lower than usual, because nobody can guess a password of 256 random bits, and each run signs in many users. */
const COST = { N: 1024 };

/** Bytes of a hash. */
const LENGTH = 64;
/** Stands in for the password of an unknown user: no password matches it. */
const NOBODY = { salt: randomBytes(16), hash: randomBytes(LENGTH) };

/** The stored form of a password; it differs each time, even for the same password. */
export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(16);
  return { salt, hash: await derive(password, salt, LENGTH, COST) };
}

/**
 * Whether a password matches the stored one. Without a stored password, it does the same work and returns
 * false.
 */
async function isPassword(password: string, kept: PasswordHash = NOBODY): Promise<boolean> {
  return timingSafeEqual(await derive(password, kept.salt, LENGTH, COST), kept.hash);
}

/** All users of all merchants. */
export type UserDirectory = ReturnType<typeof createUserDirectory>;

/** A directory without users. */
export function createUserDirectory() {
  const users = new Map<string, User>();
  let named = 0;

  return {
    /** Adds a user, whose e-mail must be in lower case and not belong to another user. */
    add(added: Omit<User, 'id'>): User {
      const user: User = { id: randomUUID(), ...added };
      users.set(user.id, user);
      return user;
    },
    /** A new, unused e-mail for a user of a merchant. */
    newEmail: (merchantId: string, role: Role): string =>
      `${role.toLowerCase()}-${++named}@${merchantId.slice(0, 8).toLowerCase()}.example`,
    find: (id: string): User | undefined => users.get(id),
    /** The user with this e-mail and password; undefined, after the same work, if either is wrong. */
    async signIn(email: string, password: string): Promise<User | undefined> {
      const user = [...users.values()].find((each) => each.email === email.toLowerCase());
      return (await isPassword(password, await user?.password)) ? user : undefined;
    },
    /** Forgets all users of a merchant. */
    forget(merchantId: string): void {
      for (const user of users.values()) if (user.merchantId === merchantId) users.delete(user.id);
    },
  };
}

/**
 * Users that exist from the start; `of` says whether they belong to the ready-made merchant or to its
 * counterpart.
 */
const FIRST_USERS = [
  { email: 'admin@first.example', role: 'Admin', of: 'merchantId' },
  { email: 'member@first.example', role: 'Member', of: 'merchantId' },
  { email: 'admin@other.example', role: 'Admin', of: 'otherMerchantId' },
] as const;

/**
 * The first users, the same in each sandbox of a process, because hashing takes long. They share a new
 * password, which other threads hash: a sign-in waits until they have finished.
 */
export function createFirstUsers() {
  const password = newSecret('pw', '');
  const first = FIRST_USERS.map((user) => ({ ...user, password: hashPassword(password) }));
  return {
    emails: first.map(({ email }) => email),
    password,
    /** Adds the first users to a pair of merchants that has no users yet. */
    addTo(
      users: UserDirectory,
      pair: { readonly merchantId: string; readonly otherMerchantId: string },
    ): void {
      for (const { of, ...user } of first) users.add({ ...user, merchantId: pair[of] });
    },
  };
}
