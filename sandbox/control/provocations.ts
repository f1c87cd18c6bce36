import { PROBLEM_MARKER, REJECTION_MARKER } from '../domain/products/review.js';

/** URLs that make something happen on purpose to a product that has one of them among its images (gap G-06). */
export const PROVOCATIONS = {
  /** The review rejects the style. */
  rejectedImageUrl: `https://images.sandbox.example/${REJECTION_MARKER}.jpg`,
  /** After its approval the product is a problem instead of active. */
  problemImageUrl: `https://images.sandbox.example/${PROBLEM_MARKER}.jpg`,
} as const;
