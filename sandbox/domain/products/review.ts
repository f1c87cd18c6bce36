import type { ProductValues } from './product-item.js';

/** Why a product was rejected (clause 2.3). */
export interface RejectionReason {
  key: string;
  type: string;
  name: string;
  description: string;
}

/** A text in an image URL that makes the reviewer reject the style, to provoke a rejection on purpose. */
export const REJECTION_MARKER = 'sandbox-reject';

/**
 * The sandbox's reviewer: the reasons to reject a product, none when it is approved. It rejects a product
 * with an image whose URL holds the REJECTION_MARKER, in any case (clause 3.1, gap G-06).
 */
export function reviewProduct(values: Pick<ProductValues, 'images'>): RejectionReason[] {
  return values.images.flatMap((url, index) =>
    url.toLowerCase().includes(REJECTION_MARKER)
      ? [
          {
            key: 'image_quality',
            type: 'image',
            name: 'Image not accepted',
            description: `images[${index}] does not meet the image guidelines`,
          },
        ]
      : [],
  );
}
