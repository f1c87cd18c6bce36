import { hash, randomUUID } from 'node:crypto';
import { newSecret } from './secrets.js';
import { endOfDay } from './time.js';

/** The roles of users in the settings area (clause 5.2). */
export const ROLES = ['Admin', 'Member'] as const;

/** See ROLES. */
export type Role = (typeof ROLES)[number];

/**
 * An API key as it is stored: its value is shown once, at creation, and only its hash is kept (clause 5.4).
 */
export interface ApiKey {
  id: string;
  merchantId: string;
  /** SHA-256 of the value, in hexadecimal. */
  hash: string;
  /** The last four characters of the value, by which its owner recognises the key. */
  lastFour: string;
  label: string;
  createdBy: Role;
  createdAt: number;
  /** Milliseconds since 1970 on the merchant's clock; undefined if the key does not expire. */
  expiresAt?: number | undefined;
  revokedAt?: number;
  /** When a request with the key was last accepted, on the merchant's clock. */
  lastUsedAt?: number;
}

/** The status of a key; a revoked key stays revoked when it expires. */
export type KeyStatus = 'Active' | 'Expired' | 'Revoked';

/** Whether the key is valid at a moment on its merchant's clock: neither revoked nor expired (clause 5). */
export function isKeyValid(key: Pick<ApiKey, 'expiresAt' | 'revokedAt'>, now: number): boolean {
  return key.revokedAt === undefined && (key.expiresAt === undefined || now < key.expiresAt);
}

/** The status of a key at a moment on its merchant's clock. */
export function keyStatus({ revokedAt, expiresAt }: ApiKey, now: number): KeyStatus {
  if (revokedAt !== undefined) return 'Revoked';
  return expiresAt !== undefined && expiresAt <= now ? 'Expired' : 'Active';
}

/** Makes a key invalid for good; `at` is in milliseconds on the merchant's clock (clause 5). */
export function revokeKey(key: ApiKey, at: number): void {
  key.revokedAt ??= at;
}

/** The maximum length of a label, in characters. */
const LONGEST_LABEL = 100;

/** The actions on API keys. */
export type KeyAction = 'see' | 'create' | 'revoke';

/** A user's input for a new key (clause 5.3). */
export interface KeyRequest {
  label: string;
  /** The last day on which the key is valid, in UTC, as YYYY-MM-DD; empty for a key that does not expire. */
  expirationDate: string;
}

/** The problem with an entry, as a sentence for the user. */
export interface KeyProblem {
  field: keyof KeyRequest;
  message: string;
}

/** The properties of a new key. */
interface KeyWish {
  label: string;
  /** Milliseconds since 1970; undefined if the key does not expire. */
  expiresAt?: number | undefined;
}

/** Whether a user with this role may perform an action on API keys (clause 5.2). */
export function mayManageKeys(role: Role, _action: KeyAction): boolean {
  return role === 'Admin';
}

/** Whether the users of a merchant may perform an action on this key, provided that their role allows it. */
export function isKeyOf(key: ApiKey, merchantId: string, _action: KeyAction): boolean {
  return key.merchantId === merchantId;
}

/** All problems with a request for a key, at a moment on its merchant's clock. */
export function keyRequestProblems(request: KeyRequest, now: number): KeyProblem[] {
  return [...problemsOf(request, now)];
}

function* problemsOf({ label, expirationDate }: KeyRequest, now: number): Generator<KeyProblem> {
  const length = [...label].length;
  const end = endOfDay(expirationDate);
  const tooLong = `Enter a label of at most ${LONGEST_LABEL} characters: it has ${length}`;
  if (length === 0) yield { field: 'label', message: 'Enter a label' };
  if (length > LONGEST_LABEL) yield { field: 'label', message: tooLong };
  if (expirationDate !== '' && end === undefined)
    yield { field: 'expirationDate', message: 'Enter a date that exists, as YYYY-MM-DD' };
  if (end !== undefined && end <= now)
    yield { field: 'expirationDate', message: 'Enter an expiration date that has not passed' };
}

/** The part of a request for a key that is stored (clause 5.3). */
export function newKey(wish: KeyWish): KeyWish {
  return wish;
}

/** The key that a request without problems asks for. */
export function wishOf({ label, expirationDate }: KeyRequest): KeyWish {
  return { label, expiresAt: endOfDay(expirationDate) };
}

/** The data for making a key (clause 5.3), including its owner and the mark that its value contains. */
type KeyIssue = KeyWish & Pick<ApiKey, 'merchantId' | 'createdBy' | 'createdAt'> & { mark: string };

/**
 * An empty key ring. Keys are found by the hashes of their values, so the time that a lookup takes reveals
 * nothing about a value.
 */
export function createKeyRing() {
  const byHash = new Map<string, ApiKey>();

  return {
    /** Makes a key and returns its value, which can't be read again. Does not decide who may have a key. */
    issue({ mark, ...issue }: KeyIssue): { value: string; key: ApiKey } {
      const value = newSecret('sk', mark);
      const key: ApiKey = {
        id: randomUUID(),
        hash: hash('sha256', value),
        lastFour: value.slice(-4),
        ...issue,
      };
      byHash.set(key.hash, key);
      return { value, key };
    },
    /** The key with this value, valid or not; undefined if there is none. */
    find: (value: string): ApiKey | undefined => byHash.get(hash('sha256', value)),
    /** The keys that pass a test, from all merchants, in order of their creation. */
    filter: (isWanted: (key: ApiKey) => boolean): ApiKey[] => [...byHash.values()].filter(isWanted),
    /** Forgets all keys of a merchant. */
    forget(merchantId: string): void {
      for (const key of byHash.values()) if (key.merchantId === merchantId) byHash.delete(key.hash);
    },
  };
}
