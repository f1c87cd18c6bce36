import { hash, randomBytes } from 'node:crypto';

/** What a user of the settings area may do (clause 5.2). */
export type Role = 'Admin' | 'Member';

/** An API key as it is kept: its value is shown once, at creation, and only its hash remains (clause 5.4). */
export interface ApiKey {
  id: string;
  merchantId: string;
  /** SHA-256 of the value. */
  hash: Buffer;
  label: string;
  createdBy: Role;
  createdAt: number;
  /** Milliseconds since 1970 on the merchant's clock; left out when the key does not expire. */
  expiresAt?: number;
  revokedAt?: number;
}

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

/** Makes a key invalid for good; `at` in milliseconds of the merchant's clock (clause 5). */
export function revokeKey(key: ApiKey, at: number): void {
  key.revokedAt ??= at;
}
