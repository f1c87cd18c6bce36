/** A customer's order as the control interface made it, regardless of how the service then lists it. */
export interface MadeOrder {
  readonly order_number: string;
  readonly order_items: readonly MadeOrderItem[];
}

export interface MadeOrderItem {
  readonly id: string | number;
  readonly sku: string;
}

/** The order in the control interface's answer; undefined if the answer contains none. */
export function madeOrderIn(answer: Readonly<Record<string, unknown>>): MadeOrder | undefined {
  const { order_number, order_items } = answer;
  if (typeof order_number !== 'string' || !Array.isArray(order_items)) return undefined;
  const items = order_items.map(itemIn);
  return items.every((item) => item !== undefined) ? { order_number, order_items: items } : undefined;
}

function itemIn(entry: unknown): MadeOrderItem | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const [id, sku]: unknown[] = ['id', 'sku'].map((name) => Reflect.get(entry, name));
  const isId = typeof id === 'string' || typeof id === 'number';
  return isId && typeof sku === 'string' ? { id, sku } : undefined;
}
