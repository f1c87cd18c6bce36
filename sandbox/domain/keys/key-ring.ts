import { randomUUID, timingSafeEqual } from 'node:crypto';
import { type ApiKey, hashKey, newKeyValue, type Role } from './api-key.js';

/** Thrown when a user without the Admin role asks for a key (clause 5.2). */
export class NotAllowed extends Error {}

/** What a user gives for a new key (clause 5.3). Times are milliseconds since 1970. */
export interface KeyRequest {
  merchantId: string;
  label: string;
  createdBy: Role;
  createdAt: number;
  expiresAt?: number;
}

/** All keys of all merchants. */
export interface KeyRing {
  /** Makes a key and returns its value, which cannot be had again. Throws NotAllowed for a Member. */
  issue(request: KeyRequest): { value: string; key: ApiKey };
  /** The key with this value, valid or not; undefined when there is none. */
  find(value: string): ApiKey | undefined;
  /** All keys of a merchant, in order of their creation. */
  keysOf(merchantId: string): readonly ApiKey[];
  /** Forgets all keys of a merchant. */
  forget(merchantId: string): void;
}

/** An empty key ring. Values are compared by their hashes, in constant time. */
export function createKeyRing(): KeyRing {
  const drawers = new Map<string, ApiKey[]>();
  const owners = new Map<string, ApiKey[]>();

  return {
    issue({ createdBy, ...request }) {
      if (createdBy !== 'Admin') throw new NotAllowed('Only users with the Admin role manage API keys');
      const value = newKeyValue();
      const key: ApiKey = { id: randomUUID(), hash: hashKey(value), createdBy, ...request };
      add(drawers, drawerOf(key.hash), key);
      add(owners, key.merchantId, key);
      return { value, key };
    },
    find(value) {
      const hash = hashKey(value);
      return drawers.get(drawerOf(hash))?.find((key) => timingSafeEqual(key.hash, hash));
    },
    keysOf: (merchantId) => owners.get(merchantId) ?? [],
    forget(merchantId) {
      for (const key of owners.get(merchantId) ?? []) {
        const name = drawerOf(key.hash);
        const kept = drawers.get(name)?.filter((other) => other !== key) ?? [];
        if (kept.length === 0) drawers.delete(name);
        else drawers.set(name, kept);
      }
      owners.delete(merchantId);
    },
  };
}

function add(map: Map<string, ApiKey[]>, name: string, key: ApiKey): void {
  const keys = map.get(name);
  if (keys === undefined) map.set(name, [key]);
  else keys.push(key);
}

/** Where a key lies: the beginning of its hash, so that looking it up tells nothing about the rest. */
function drawerOf(hash: Buffer): string {
  return hash.toString('base64url', 0, 6);
}
