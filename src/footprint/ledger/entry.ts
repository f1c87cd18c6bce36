import { createHash } from 'node:crypto';
import type { Settings } from '../../target/settings.js';

/** A line of a ledger: a creation or change before it happens, or later information about it. */
export type LedgerEntry =
  | RunEntry
  | ProductsEntry
  | StatusEntry
  | StatusAnswerEntry
  | BatchEndEntry
  | SubscriptionEntry
  | SubscriptionIdEntry
  | WithheldEntry;

/** The first line of a file: it identifies the run. */
export interface RunEntry {
  readonly kind: 'run';
  /** Begins the name of everything that the run creates. */
  readonly prefix: string;
  /** ISO 8601. */
  readonly at: string;
  /** Processes of this machine that belong to the run; it goes on as long as one of them does. */
  readonly processes: readonly number[];
  /** The {base_url} of the description. Ledgers of older versions have neither this nor keys. */
  readonly baseUrl?: string;
  /** A fingerprint of each key of a merchant, to recognise the key. */
  readonly keys?: Readonly<Record<KeyName, string>>;
}

/** Product items that are about to be upserted. */
interface ProductsEntry {
  readonly kind: 'products';
  readonly key: KeyName;
  readonly skus: readonly string[];
  readonly styleKeys: readonly string[];
}

/** Status updates that are about to be sent: they may make a product active. */
interface StatusEntry {
  readonly kind: 'status';
  readonly key: KeyName;
  /** Number of the write in its file. */
  readonly write: number;
  readonly styleKeys: readonly string[];
  /** ISO 8601. */
  readonly at: string;
}

/** A status update was answered, with or without a batch. */
interface StatusAnswerEntry {
  readonly kind: 'status answer';
  readonly key: KeyName;
  readonly write: number;
  readonly batch?: string | undefined;
}

/** A batch of status updates was followed to its end. */
interface BatchEndEntry {
  readonly kind: 'batch end';
  readonly batch: string;
}

/** A webhook subscription that is about to be created. */
interface SubscriptionEntry {
  readonly kind: 'subscription';
  readonly key: KeyName;
  readonly urls: readonly string[];
  readonly descriptions: readonly string[];
}

interface SubscriptionIdEntry {
  readonly kind: 'subscription id';
  readonly key: KeyName;
  readonly id: string;
}

/** A request that was not sent, because it could have changed what the run did not create. */
interface WithheldEntry {
  readonly kind: 'withheld';
  /** Its operation, or its method if it has none. */
  readonly operation: string;
}

/** Names the key of a request by the setting that holds it, with its place in a list. Never the key itself. */
export type KeyName = string;

const kinds: readonly LedgerEntry['kind'][] = [
  'run',
  'products',
  'status',
  'status answer',
  'batch end',
  'subscription',
  'subscription id',
  'withheld',
];

/** The entry of a line; undefined if the line is incomplete: then its request was never sent. */
export function entryOf(line: string): LedgerEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined;
    // Only a ledger writes these lines.
    return kinds.some((kind) => kind === value.kind) ? (value as LedgerEntry) : undefined;
  } catch {
    return undefined;
  }
}

type MerchantKeys = Pick<Settings, 'apiKeys' | 'otherApiKey'>;

/** The keys of merchants, by their names in a ledger. */
function merchantKeys({ apiKeys, otherApiKey }: MerchantKeys): ReadonlyMap<KeyName, string> {
  return new Map([
    ...(otherApiKey === undefined ? [] : [['TARGET_OTHER_API_KEY', otherApiKey] as const]),
    ...apiKeys.map((key, index) => [`TARGET_API_KEY ${index + 1}`, key] as const),
  ]);
}

/** Whether a key belongs to a merchant, according to its setting. */
export function isMerchantKey(name: KeyName): boolean {
  return /^TARGET_(OTHER_API_KEY|API_KEY \d+)$/.test(name);
}

/** The owner of the things that a request names: a key that no merchant has counts as the first of TARGET_API_KEY. */
export function ownerOf(name: KeyName): KeyName {
  return isMerchantKey(name) ? name : 'TARGET_API_KEY 1';
}

/** Names keys for a ledger: by the setting that holds them and, in a list, by their place too. */
export function keyNames(
  settings: Pick<Settings, 'apiKeys' | 'otherApiKey' | 'expiredApiKey' | 'revokedApiKey'>,
): (key: string | undefined) => KeyName {
  const { expiredApiKey, revokedApiKey } = settings;
  const names = new Map<string | undefined, KeyName>([
    [revokedApiKey, 'TARGET_REVOKED_API_KEY'],
    [expiredApiKey, 'TARGET_EXPIRED_API_KEY'],
    ...[...merchantKeys(settings)].map(([name, key]) => [key, name] as const),
  ]);
  names.delete(undefined);
  return (key) => names.get(key) ?? (key === undefined ? 'no key' : 'a wrong key');
}

/**
 * A fingerprint of each merchant key, which does not reveal the key.
 * @param prefix the run's prefix, so that no two runs write the same fingerprint
 */
export function fingerprints(settings: MerchantKeys, prefix: string): Readonly<Record<KeyName, string>> {
  return Object.fromEntries(
    [...merchantKeys(settings)].map(([name, key]) => [name, fingerprintOf(key, prefix)]),
  );
}

/**
 * The key that had a name in a run, whatever its name is now.
 * @param lines the first lines of the run's ledgers
 * @returns undefined if no setting holds the key any more
 */
export function keyOfRun(
  name: KeyName,
  lines: readonly RunEntry[],
  settings: MerchantKeys,
): string | undefined {
  const keys = [...merchantKeys(settings).values()];
  return keys.find((key) => lines.every(({ keys, prefix }) => keys?.[name] === fingerprintOf(key, prefix)));
}

function fingerprintOf(key: string, prefix: string): string {
  return createHash('sha256').update(`${prefix}\n${key}`).digest('hex').slice(0, 8);
}
