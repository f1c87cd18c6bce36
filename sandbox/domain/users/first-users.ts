import type { MerchantPair, Merchants } from '../merchants.js';
import { hashPassword, newPassword } from './password.js';
import type { Role } from './user.js';

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
