import { member } from '../../contract/values/path.js';
import type { Settings } from '../settings.js';
import { entriesIn, type Inquiry } from './inquiry.js';

/** The maximum number of orders that a run reads and uses. */
const mostOrders = 50;

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
    const listed = entriesIn(await inquiry.ask('listOrders', key, { order_number: number }));
    // A service that ignores the parameter may list the order on another page.
    const order = listed?.find((each) => String(member(each, 'order_number')) === number);
    read.push({ number, items: listed?.length === 0 ? [] : itemsOf(order) });
  }
  return read;
}

/** What to notice about the orders that were read, of all that TARGET_ORDERS names. */
export function noticedOrders(read: readonly NamedOrder[], named: number): readonly string[] {
  const unlisted = read.filter(({ items }) => items?.length === 0).map(({ number }) => number);
  const sentences = [
    unlisted.length > 0 && `TARGET_ORDERS names ${unlisted.join(', ')}, which the target does not list`,
    read.length < named &&
      read.length > 0 &&
      `TARGET_ORDERS names ${named} orders, of which a run uses the first ${mostOrders}`,
  ];
  return sentences.filter((each) => each !== false);
}

function itemsOf(order: unknown): NamedOrder['items'] {
  const items = member(order, 'order_items');
  if (!Array.isArray(items)) return undefined;
  return items.flatMap((item) => {
    const [id, status] = [member(item, 'id'), member(item, 'status')];
    const isKnown = (typeof id === 'string' || typeof id === 'number') && typeof status === 'string';
    return isKnown ? [{ id, status }] : [];
  });
}
