import { member } from '../../contract/values/path.js';
import { type Exchange, jsonOf } from '../../http/exchange.js';
import type { Settings } from '../settings.js';
import type { Inquiry } from './inquiry.js';

/** The maximum number of orders that a run reads and uses. */
export const mostOrders = 50;

/** An order that TARGET_ORDERS names. */
export interface NamedOrder {
  readonly number: string;
  /** Undefined if it could not be read; empty if the service does not list it. */
  readonly items: readonly { readonly id: string | number; readonly status: string }[] | undefined;
}

/** Reads the first orders that TARGET_ORDERS names. */
export async function readNamedOrders(
  { orders, apiKeys: [key] }: Settings,
  inquiry: Inquiry,
): Promise<readonly NamedOrder[]> {
  const read: NamedOrder[] = [];
  for (const number of orders.slice(0, mostOrders)) {
    const reply = await inquiry.ask('listOrders', key, { order_number: number });
    read.push({ number, items: reply && itemsIn(reply, number) });
  }
  return read;
}

function itemsIn(reply: Exchange, number: string): NamedOrder['items'] {
  const entries = reply.status < 400 ? member(jsonOf(reply.response), 'items') : undefined;
  if (!Array.isArray(entries)) return undefined;
  const order = entries.find((each) => String(member(each, 'order_number')) === number);
  // A service that ignores the parameter may list the order on another page.
  if (order === undefined) return entries.length === 0 ? [] : undefined;
  const items = member(order, 'order_items');
  if (!Array.isArray(items)) return undefined;
  return items.flatMap((item) => {
    const [id, status] = [member(item, 'id'), member(item, 'status')];
    const isKnown = (typeof id === 'string' || typeof id === 'number') && typeof status === 'string';
    return isKnown ? [{ id, status }] : [];
  });
}
