import type { Credential } from './exchange.js';

/** How a request identifies the caller. */
export interface Credentials {
  readonly kind: Credential;
  /** The value of X-API-Key; absent if the request omits the header. */
  readonly key?: string;
  /** Reports show this in place of the value. */
  readonly label: string;
}

/** A valid key of a merchant. */
export function validKey(key: string): Credentials {
  return { kind: 'valid', key, label: 'redacted' };
}

export const noKey: Credentials = { kind: 'absent', label: 'none' };

/**
 * A key that the target must refuse.
 * @param key undefined if the request carries a key in another place
 * @param label what is wrong with it; reports show it instead of the value, which may be one character away from a
 * valid key
 */
export function wrongKey(key: string | undefined, label: string): Credentials {
  return { kind: 'wrong', label, ...(key === undefined ? {} : { key }) };
}
