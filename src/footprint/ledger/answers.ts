import { batchWrites } from '../../contract/operations.js';
import type { ExchangeResponse } from '../../http/exchange.js';
import type { WireRequest } from '../../http/transport.js';
import type { KeyName } from './entry.js';
import type { OwnThings } from './own-things.js';
import { operationAt } from './write.js';

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
