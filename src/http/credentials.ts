import type { Credential } from './exchange.js';

/** What a request carries to say who calls. */
export interface Credentials {
  readonly kind: Credential;
  /** Value of X-API-Key; absent where the header is left out. */
  readonly key?: string;
  /** What reports show in place of the value. */
  readonly label: string;
}

/** A valid key of a merchant. */
export function validKey(key: string): Credentials {
  return { kind: 'valid', key, label: 'redacted' };
}

/** No key at all. */
export const noKey: Credentials = { kind: 'absent', label: 'none' };

/**
 * A key that the target must refuse.
 * @param key undefined where the request carries a key in another place
 * @param label what is wrong with it; shown instead of the value, which may be a valid key but for one character
 */
export function wrongKey(key: string | undefined, label: string): Credentials {
  return { kind: 'wrong', label, ...(key === undefined ? {} : { key }) };
}
