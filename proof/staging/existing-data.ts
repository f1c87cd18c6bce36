import type { Prerequisites } from '../../src/operations/prerequisites/prerequisites.js';
import type { MerchantState } from '../../src/operations/prerequisites/state.js';

/** The number of orders of each history. */
const ordersOfEachKind = 2;
/** The number of open orders that a run may be allowed to move. */
const openOrders = 24;

/** The data that exists before a run. */
export interface ExistingData {
  /** Numbers of untouched orders. */
  readonly openOrders: readonly string[];
}

/** Creates the data of other people on a merchant: products of every status, orders, and a webhook subscription. */
export async function leaveData(given: Prerequisites): Promise<ExistingData> {
  await given.draftProducts(3);
  const hidden = await given.activeProduct();
  const items = [{ style_key: hidden.style_key, status: 'inactive' }];
  await given.batch('updateProductStatus', { body: { items } });
  const product = await given.orderedProduct();
  await given.rejectedStyles(2);
  await given.webhook();
  for (let made = 0; made < ordersOfEachKind; made += 1) {
    await given.shippedOrder();
    const { order_items } = await given.openOrder();
    await given.batch('cancelOrderItems', { body: { items: order_items.map(({ id }) => ({ id })) } });
  }
  const open: string[] = [];
  for (let made = 0; made < openOrders; made += 1)
    open.push((await given.customerOrder(product, { items: 8 })).order_number);
  return { openOrders: open };
}

/** Compares the earlier data with the current data: one sentence for each entry that was changed or is gone. */
export function changesOf(before: MerchantState, after: MerchantState): string[] {
  return (Object.keys(before) as (keyof MerchantState)[]).flatMap((list) => {
    const now = new Set(after[list].map((entry) => JSON.stringify(entry)));
    return before[list]
      .map((entry) => JSON.stringify(entry))
      .filter((entry) => !now.has(entry))
      .map((entry) => `${list}: ${entry.slice(0, 200)} is changed or gone`);
  });
}
