import fc from 'fast-check';

/** Id of an order item; its type is not shown (gap G-05). */
export type OrderItemId = number | string;

/** Ships order items together (gap G-11). */
export interface ShipItem {
  readonly order_items: readonly OrderItemId[];
  readonly carrier_key: string;
  readonly shipment_tracking_key: string;
  readonly return_tracking_key: string;
}

/** Cancels one order item (gap G-11). */
export interface CancelItem {
  readonly id: OrderItemId;
}

/** Returns order items together (gap G-11). */
export interface ReturnItem {
  readonly order_items: readonly OrderItemId[];
  readonly return_tracking_key: string;
}

/** A tracking key of so many letters and digits. */
export function keyOfLength(length: number): fc.Arbitrary<string> {
  const unit = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
  return fc.string({ unit, minLength: length, maxLength: length });
}

/** Of 1 to 255 characters, as carriers print them on labels. */
const trackingKey = fc.oneof(
  { weight: 8, arbitrary: fc.stringMatching(/^[A-Z0-9][A-Z0-9-]{7,30}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[A-Z0-9]$/) },
  { weight: 1, arbitrary: keyOfLength(255) },
);

/**
 * A shipment of some of the given order items.
 * @param ids of open order items; at least one
 * @param carrierKey of the carrier, as the order has it
 */
export function shipItem(ids: readonly OrderItemId[], carrierKey: string): fc.Arbitrary<ShipItem> {
  return fc.record({
    order_items: some(ids),
    carrier_key: fc.constant(carrierKey),
    shipment_tracking_key: trackingKey,
    return_tracking_key: trackingKey,
  });
}

/** A cancellation of one of the given order items. @param ids of open order items; at least one */
export function cancelItem(ids: readonly OrderItemId[]): fc.Arbitrary<CancelItem> {
  return fc.record({ id: fc.constantFrom(...ids) });
}

/** A return of some of the given order items. @param ids of shipped order items; at least one */
export function returnItem(ids: readonly OrderItemId[]): fc.Arbitrary<ReturnItem> {
  return fc.record({ order_items: some(ids), return_tracking_key: trackingKey });
}

/** In any order: what sorts them gives others back. */
function some(ids: readonly OrderItemId[]): fc.Arbitrary<OrderItemId[]> {
  return fc.shuffledSubarray([...ids], { minLength: 1 });
}
