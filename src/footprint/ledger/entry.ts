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
