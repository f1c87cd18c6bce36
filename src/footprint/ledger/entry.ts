import { batchWrites } from '../../contract/operations.js';
import type { ExchangeResponse } from '../../http/exchange.js';
import type { WireRequest } from '../../http/transport.js';
import type { OwnThings } from './own-things.js';
import { operationAt } from './write.js';

/** A line of a ledger: what is about to be created or changed, or what became known about it. */
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
export interface StatusAnswerEntry {
  readonly kind: 'status answer';
  readonly key: KeyName;
  readonly write: number;
  readonly batch?: string;
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

const resultsOperations = new Set<string | undefined>(
  batchWrites.map(({ resultsOperation }) => resultsOperation),
);

/**
 * Learns from a list who owns its entries. An answer with another shape shows nothing.
 * @param by the key that read it
 */
export function learn(
  request: WireRequest,
  baseUrl: string,
  answer: ExchangeResponse,
  own: OwnThings,
  by: KeyName,
): void {
  const operationId = operationOf(request, baseUrl);
  if (operationId === 'listWebhooks') own.listSubscriptions(entriesOf(jsonOf(answer)).flatMap(idOf), by);
  if (operationId === 'listProducts') {
    const items = member(jsonOf(answer), 'items');
    const key = narrowedTo(request.url);
    if (key !== undefined && Array.isArray(items) && items.length === 0) own.addUnusedKey(key, by);
  }
  if (operationId !== 'listOrders') return;
  for (const order of entriesOf(member(jsonOf(answer), 'items'))) {
    const number = member(order, 'order_number');
    if (typeof number === 'string')
      own.listOrder(number, entriesOf(member(order, 'order_items')).flatMap(idOf), by);
  }
}

/** The id of the batch that an answer shows as finished. */
export function endedBatchIn(
  request: WireRequest,
  baseUrl: string,
  answer: ExchangeResponse,
): string | undefined {
  if (!resultsOperations.has(operationOf(request, baseUrl))) return undefined;
  const result = jsonOf(answer);
  const [id, status] = [member(result, 'batchRequestId'), member(result, 'status')];
  return typeof id === 'string' && (status === 'completed' || status === 'failed') ? id : undefined;
}

/** A member of a success body, if it is a text or a number. */
export function textIn(answer: ExchangeResponse, name: string): string | undefined {
  const [value] = idsOf(member(jsonOf(answer), name));
  return value;
}

function operationOf({ method, url }: WireRequest, baseUrl: string): string | undefined {
  const [path = ''] = url.slice(baseUrl.length).split(/[?#]/);
  return operationAt(method, path).operation?.operationId;
}

/** The sku or style key, if a request asks for the first page of a list filtered only by that key. */
function narrowedTo(url: string): string | undefined {
  const query = new URL(url).searchParams;
  const [[name, value] = [], ...others] = [...query].filter(([each]) => each !== 'per_page');
  const isFirst = others.every(([each, page]) => each === 'page' && page === '1');
  return isFirst && (name === 'sku' || name === 'style_key') ? value : undefined;
}

function jsonOf({ status, body }: ExchangeResponse): unknown {
  if (status < 200 || status >= 300) return undefined;
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

function entriesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function idOf(entry: unknown): string[] {
  return idsOf(member(entry, 'id'));
}

function idsOf(value: unknown): string[] {
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
