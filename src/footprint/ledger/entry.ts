import { createHash } from 'node:crypto';
import type { Settings } from '../../target/settings.js';

/** A line in a ledger: a write that is about to be sent, or later information about it. */
export type LedgerEntry =
  | RunEntry
  /** A write that is about to be sent, with the names of what it creates; `at` is its time in ISO 8601. */
  | (Names &
      Readonly<{ kind: 'write'; write: string; key: KeyName; makes: (typeof makes)[number]; at: string }>)
  | Readonly<{ kind: 'answer'; write: string; status: number; batch?: string | undefined }>
  /** A batch was followed to its end: the skus of its items that succeeded and failed. */
  | Readonly<{ kind: 'batch end'; batch: string; made: readonly string[]; refused: readonly string[] }>
  | Readonly<{ kind: 'subscription id'; key: KeyName; id: string }>;

/** What a write may create that a run removes or counts; a status update may make a product active. */
export const makes = ['products', 'a status update', 'a subscription'] as const;

/** The names in a write: of its products and styles, and the URL and description of a subscription. */
export interface Names {
  readonly skus: readonly string[];
  readonly styleKeys: readonly string[];
  readonly texts: readonly string[];
}

/** The first line of a file: it identifies the run. */
export interface RunEntry {
  readonly kind: 'run';
  /** Prefix of every name that the run creates. */
  readonly prefix: string;
  /** ISO 8601. */
  readonly at: string;
  /** Processes on this machine that belong to the run; the run goes on as long as one of them does. */
  readonly processes: readonly number[];
  /** The {base_url} of the description. */
  readonly baseUrl: string;
  /** A fingerprint of each merchant's key, by which the key can be recognised. */
  readonly keys: Readonly<Record<KeyName, string>>;
}

/**
 * The name of a request's key: the setting that contains the key and, in a list, the key's position. It is never the
 * key itself.
 */
export type KeyName = string;

/** The entry on a line; empty if the line is incomplete, which means that its request was never sent. */
export function entryOf(line: string): readonly LedgerEntry[] {
  try {
    // Only a ledger writes these lines.
    return [JSON.parse(line) as LedgerEntry];
  } catch {
    return [];
  }
}

/** The settings that hold keys. */
export type KeySettings = Pick<Settings, 'apiKeys'> & Partial<Settings>;

/** The keys of merchants, by their names in a ledger. */
function merchantKeys({ apiKeys, otherApiKey }: KeySettings): ReadonlyMap<KeyName, string> {
  return new Map([
    ...(otherApiKey === undefined ? [] : [['TARGET_OTHER_API_KEY', otherApiKey] as const]),
    ...apiKeys.map((key, index) => [`TARGET_API_KEY ${index + 1}`, key] as const),
  ]);
}

/** Whether a key belongs to a merchant: an expired, revoked, unknown or missing one doesn't. */
export function isMerchantKey(name: KeyName): boolean {
  return name.startsWith('TARGET_');
}

/**
 * The owner of the things that a request names: a key that belongs to no merchant counts as the first of
 * TARGET_API_KEY.
 */
export function ownerOf(name: KeyName): KeyName {
  return isMerchantKey(name) ? name : 'TARGET_API_KEY 1';
}

/** Names keys for a ledger: by the setting that contains them and, in a list, also by their position. */
export function keyNames(settings: KeySettings): (key: string | undefined) => KeyName {
  const names = new Map([...merchantKeys(settings)].map(([name, key]) => [key, name] as const));
  return (key = '') => names.get(key) ?? 'no key of a merchant';
}

/**
 * A fingerprint of each merchant key, which does not reveal the key.
 * @param prefix the run's prefix, which ensures that no two runs write the same fingerprint
 */
export function fingerprints(settings: KeySettings, prefix: string): Readonly<Record<KeyName, string>> {
  const prints = [...merchantKeys(settings)].map(([name, key]) => [name, fingerprintOf(key, prefix)]);
  return Object.fromEntries(prints);
}

/**
 * The key that had a name in a run, even if a different setting contains it now; undefined if no setting does any more.
 */
export function keyOfRun(name: KeyName, run: RunEntry, settings: KeySettings): string | undefined {
  const held = [...merchantKeys(settings).values()];
  return held.find((key) => run.keys[name] === fingerprintOf(key, run.prefix));
}

function fingerprintOf(key: string, prefix: string): string {
  return createHash('sha256').update(`${prefix}\n${key}`).digest('hex').slice(0, 8);
}
