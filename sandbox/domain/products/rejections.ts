import type { RejectionReason } from './review.js';

/** A style that was rejected (clause 2.3). */
export interface Rejection {
  style_key: string;
  rejection_reasons: RejectionReason[];
  rejection_message: string;
  /** Which products caused the rejection (gap G-04). */
  rejected_product_ids_hint: { skus: string[] };
}

/** The rejection of a style, from the reasons found for each sku. */
export function rejectionOf(
  styleKey: string,
  found: ReadonlyMap<string, readonly RejectionReason[]>,
): Rejection {
  const skus = [...found.keys()];
  return {
    style_key: styleKey,
    rejection_reasons: [...found.values()].flat(),
    rejection_message: `Rejected because of ${skus.join(', ')}`,
    rejected_product_ids_hint: { skus },
  };
}
