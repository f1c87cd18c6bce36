import { exampleItem, soldEverywhere } from './example-product.js';
import type { Merchant, Merchants } from './merchants.js';
import { mergeProductItem, type ProductValues } from './products.js';
import { PROBLEM_MARKER, REJECTION_MARKER } from './publication.js';

/**
 * The amounts of a grown merchant's data: more than fits on a page of the largest size, or at least of the
 * default size.
 */
const [VARIANTS, REJECTED, OTHERS, SUBSCRIPTIONS, ORDERS] = [12, 52, 40, 21, 110];
const OTHER_STATUSES = ['active', 'draft', 'inactive', 'problem'] as const;
/** Seconds between two orders: all orders fit into a week. */
const BETWEEN_ORDERS = 5_000;

/** Two imports that never finish while a test is watching. */
const IMPORTS = ['1', '2'];
const IMPORTING = 365 * 24 * 60 * 60 * 1000;

/**
 * Gives a merchant without data a history: long lists, a style of many variants, rejected styles, orders in
 * every status, and batches that are in flight. Its skus are the same for every merchant.
 */
export function growMerchant(merchants: Merchants, merchant: Merchant): void {
  const { batches, catalogue, publication, subscriptions, orders, timeline } = merchant;
  const item = { ...exampleItem(merchants, merchant), ean: null };
  const product = mergeProductItem(item, undefined);
  const everywhere = soldEverywhere(merchant);
  const add = (change: Partial<ProductValues>, status?: (typeof OTHER_STATUSES)[number]) =>
    catalogue.put({ ...product, ...change }, status);

  const groups = merchants.choicesOf(item.category)?.groups;
  const variants = [...(groups?.get('color') ?? [])].flatMap((color) =>
    [...(groups?.get('size') ?? [])].map((size) => ({ color, size })),
  );
  for (const [index, variant] of variants.slice(0, VARIANTS).entries())
    add({ ...variant, ...everywhere, style_key: 'grown', sku: `grown-${index}` }, 'active');
  for (const index of Array(OTHERS).keys()) {
    const status = OTHER_STATUSES[index % OTHER_STATUSES.length];
    const images = status === 'problem' ? [`https://images.example/${PROBLEM_MARKER}.jpg`] : item.images;
    add({ style_key: `grown-${status}-${index}`, sku: `grown-${status}-${index}`, images }, status);
  }
  const images = [`https://images.example/${REJECTION_MARKER}.jpg`];
  for (const index of Array(REJECTED).keys()) {
    const style_key = `grown-rejected-${index}`;
    add({ style_key, sku: style_key, images });
    publication.apply({ style_key, status: 'published' });
  }
  timeline.change({ advance: 60 });

  for (const quantity of IMPORTS)
    batches.submit({
      kind: 'stock',
      steps: [{ text: `{"sku":"grown-0","quantity":${quantity}}`, carryOut: () => [] }],
      lasting: IMPORTING,
    });

  const tracking = { carrier_key: 'DHL', shipment_tracking_key: 'T-1', return_tracking_key: 'R-1' };
  for (const index of Array(ORDERS).keys()) {
    const units = [...Array(index === 0 ? VARIANTS : 2).keys()];
    const skus = units.map((unit) => `grown-${(index + unit) % VARIANTS}`);
    const { order_items } = merchant.makeOrder({ skus, age: (ORDERS - index) * BETWEEN_ORDERS });
    const [first = 0, ...others] = order_items.map(({ id }) => id);
    const fate = index % 5;
    if (fate === 1) orders.move([first, ...others], 'cancel');
    if (fate > 1) orders.move([first], 'ship', tracking);
    if (fate > 2) orders.move(others, 'ship', tracking);
    if (fate === 4) orders.move([first, ...others], 'return', tracking);
  }

  for (const index of Array(SUBSCRIPTIONS).keys()) {
    const { id } = subscriptions.create({ events: ['order.created'], url: `https://hooks.example/${index}` });
    subscriptions.update(id, { enabled: false });
  }
}
