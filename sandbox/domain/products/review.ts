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
/** The same to make an approved product a problem instead of active. */
export const PROBLEM_MARKER = 'sandbox-problem';

/**
 * The sandbox's reviewer: the reasons to reject a product, none when it is approved. It rejects a product
 * with an image whose URL holds the REJECTION_MARKER, in any case (clause 3.1, gap G-06).
 */
export function reviewProduct(values: Pick<ProductValues, 'images'>): RejectionReason[] {
  return values.images.flatMap((url, index) =>
    holds(url, REJECTION_MARKER)
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

/**
 * The status that an approved product gets: active, or problem where the URL of an image holds the
 * PROBLEM_MARKER, in any case (gap G-06).
 */
export function statusAfterApproval(values: Pick<ProductValues, 'images'>): 'active' | 'problem' {
  return values.images.some((url) => holds(url, PROBLEM_MARKER)) ? 'problem' : 'active';
}

function holds(url: string, marker: string): boolean {
  return url.toLowerCase().includes(marker);
}
