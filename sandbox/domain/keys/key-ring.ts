import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { Role } from '../users/user.js';
import { type ApiKey, hashKey, newKeyValue } from './api-key.js';
import type { KeyWish } from './key-request.js';

/** How many keys a user can give a merchant, those that are no longer valid included. */
export const MOST_KEYS = 1_000;

/** What a key is made from (clause 5.3). Times are milliseconds since 1970. */
export interface KeyIssue extends KeyWish {
  merchantId: string;
  createdBy: Role;
  createdAt: number;
}

/** All keys of all merchants. */
export interface KeyRing {
  /** Makes a key and returns its value, which cannot be had again. Who may have one is not decided here. */
  issue(issue: KeyIssue): { value: string; key: ApiKey };
  /** The key with this value, valid or not; undefined when there is none. */
  find(value: string): ApiKey | undefined;
  /** All keys of a merchant, in order of their creation. */
  keysOf(merchantId: string): readonly ApiKey[];
  /** The keys of whichever merchant that pass a test, those of each merchant in order of their creation. */
  filter(isWanted: (key: ApiKey) => boolean): ApiKey[];
  /** Forgets all keys of a merchant. */
  forget(merchantId: string): void;
}

/** An empty key ring. Values are compared by their hashes, in constant time. */
export function createKeyRing(): KeyRing {
  const drawers = new Map<string, ApiKey[]>();
  const owners = new Map<string, ApiKey[]>();

  return {
    issue(issue) {
      const value = newKeyValue();
      const key: ApiKey = { id: randomUUID(), hash: hashKey(value), lastFour: value.slice(-4), ...issue };
      add(drawers, drawerOf(key.hash), key);
      add(owners, key.merchantId, key);
      return { value, key };
    },
    find(value) {
      const hash = hashKey(value);
      return drawers.get(drawerOf(hash))?.find((key) => timingSafeEqual(key.hash, hash));
    },
    keysOf: (merchantId) => owners.get(merchantId) ?? [],
    filter(isWanted) {
      const wanted: ApiKey[] = [];
      for (const keys of owners.values()) for (const key of keys) if (isWanted(key)) wanted.push(key);
      return wanted;
    },
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
