import { randomBytes, randomUUID, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { MerchantPair, Merchants } from './merchants.js';

/** What a user may be in the settings area (clause 5.2). */
export const ROLES = ['Admin', 'Member'] as const;

/** See ROLES. */
export type Role = (typeof ROLES)[number];

/** Somebody who can sign in to the settings area of one merchant. */
export interface User {
  id: string;
  merchantId: string;
  email: string;
  role: Role;
  /** Still to come where it is being hashed. */
  password: PasswordHash | Promise<PasswordHash>;
}

/** A password as it is kept: what scrypt makes of it, with a salt of its own. */
interface PasswordHash {
  salt: Buffer;
  hash: Buffer;
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

/** Bytes of a hash. */
const LENGTH = 64;
/** What is compared where there is no user: no password leads to it. */
const NOBODY = hashOfNothing();

/** A new password: 128 bits from the system's random source. */
export function newPassword(): string {
  return `pw_sandbox_${randomBytes(16).toString('base64url')}`;
}

/** What is kept of a password; the same one is kept differently each time. */
export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(16);
  return { salt, hash: await derive(password, salt, LENGTH) };
}

/** Whether a password is the one that is kept. Takes the same work, and is false, where none is. */
export async function isPassword(password: string, kept: PasswordHash = NOBODY): Promise<boolean> {
  return timingSafeEqual(await derive(password, kept.salt, LENGTH), kept.hash);
}

function hashOfNothing(): PasswordHash {
  return { salt: randomBytes(16), hash: randomBytes(LENGTH) };
}

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

/** A user that is there from the start, and whether of the merchant that is ready or of its counterpart. */
interface FirstUser {
  email: string;
  role: Role;
  of: keyof Pick<MerchantPair, 'merchantId' | 'otherMerchantId'>;
}

const FIRST_USERS: readonly FirstUser[] = [
  { email: 'admin@first.example', role: 'Admin', of: 'merchantId' },
  { email: 'member@first.example', role: 'Member', of: 'merchantId' },
  { email: 'admin@other.example', role: 'Admin', of: 'otherMerchantId' },
];

/** Users that are there from the start, the same in each sandbox of a process: hashing takes long. */
export interface FirstUsers {
  readonly emails: readonly string[];
  /** The one password of them all. */
  readonly password: string;
  /** Adds them to a pair of merchants that has no users yet. */
  addTo(merchants: Merchants, pair: MerchantPair): void;
}

/** Makes a new password for the first users. It is hashed by other threads, and who signs in meanwhile waits. */
export function createFirstUsers(): FirstUsers {
  const password = newPassword();
  const first = FIRST_USERS.map((user) => ({ ...user, password: hashPassword(password) }));
  return {
    emails: first.map(({ email }) => email),
    password,
    addTo({ users }, pair) {
      for (const { of, ...user } of first) users.add({ ...user, merchantId: pair[of] });
    },
  };
}
