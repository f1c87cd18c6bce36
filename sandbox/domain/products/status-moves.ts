import type { ProductStatus } from './product.js';

/** The statuses that can be set (clause 3.1). */
export const SETTABLE_STATUSES = ['published', 'inactive', 'draft'] as const;
export type SettableStatus = (typeof SETTABLE_STATUSES)[number];

/** True for a status that can be set. */
export function isSettable(status: string): status is SettableStatus {
  return SETTABLE_STATUSES.some((settable) => settable === status);
}

const MOVES: Readonly<Record<SettableStatus, Partial<Record<ProductStatus, ProductStatus>>>> = {
  published: {
    draft: 'pending_approval',
    rejected: 'pending_approval',
    problem: 'pending_approval',
    inactive: 'active',
    pending_approval: 'pending_approval',
    pending_active: 'pending_active',
    active: 'active',
  },
  inactive: { active: 'inactive', inactive: 'inactive' },
  draft: { draft: 'draft', pending_approval: 'draft', rejected: 'draft' },
};

/**
 * The status of a product after a status update; undefined where the move is forbidden. Asking for what is
 * already the case, or under way, succeeds and changes nothing. A product with a problem was approved but never
 * active: it can only be published again, which leads it to review. From clause 3.1 and gap G-06.
 */
export function statusAfter(current: ProductStatus, asked: SettableStatus): ProductStatus | undefined {
  return MOVES[asked][current];
}
