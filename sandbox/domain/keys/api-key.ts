import { hash, randomBytes } from 'node:crypto';
import type { Role } from '../users/user.js';

/** An API key as it is kept: its value is shown once, at creation, and only its hash remains (clause 5.4). */
export interface ApiKey {
  id: string;
  merchantId: string;
  /** SHA-256 of the value. */
  hash: Buffer;
  /** The last four characters of the value, by which its owner can tell keys apart. */
  lastFour: string;
  label: string;
  createdBy: Role;
  createdAt: number;
  /** Milliseconds since 1970 on the merchant's clock; left out when the key does not expire. */
  expiresAt?: number;
  revokedAt?: number;
  /** When a request with it was last accepted, on the merchant's clock. */
  lastUsedAt?: number;
}

/** How a key stands; one that was revoked stays so when it expires. */
export type KeyStatus = 'Active' | 'Expired' | 'Revoked';

/** A new value for a key: 256 bits from the system's random source. */
export function newKeyValue(): string {
  return `sk_sandbox_${randomBytes(32).toString('base64url')}`;
}

/** The hash under which a key is kept. */
export function hashKey(value: string): Buffer {
  return hash('sha256', value, 'buffer');
}

/** True when the key opens the API at a moment of its merchant's clock: not revoked, not expired (clause 5). */
export function isKeyValid(key: Pick<ApiKey, 'expiresAt' | 'revokedAt'>, now: number): boolean {
  return key.revokedAt === undefined && (key.expiresAt === undefined || now < key.expiresAt);
}

/** How a key stands at a moment of its merchant's clock. */
export function keyStatus({ revokedAt, expiresAt }: ApiKey, now: number): KeyStatus {
  if (revokedAt !== undefined) return 'Revoked';
  return expiresAt !== undefined && expiresAt <= now ? 'Expired' : 'Active';
}

/** Makes a key invalid for good; `at` in milliseconds of the merchant's clock (clause 5). */
export function revokeKey(key: ApiKey, at: number): void {
  key.revokedAt ??= at;
}
