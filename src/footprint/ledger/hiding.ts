/** A product of a style, as the list shows it. */
export interface ShownProduct {
  readonly sku: string;
  readonly style_key: string;
  readonly status: string;
}

/** Statuses of a product that is in the catalogue, or gets there without further action (clause 3.1, gap G-06). */
const visible = ['active', 'pending_active', 'pending_approval'];

/** Whether a product is in the catalogue, or on its way there. */
export function isVisible({ status }: Pick<ShownProduct, 'status'>): boolean {
  return visible.includes(status);
}

/**
 * The next step to take a style out of the catalogue: the status to set, or to wait until the style moves by itself.
 * An update applies to all products of a style, and is refused if one of them forbids it: a draft next to an active
 * product is published first, so that both can become inactive.
 * @param statuses the statuses of its products
 * @param refused statuses that were refused while the style was in its present state
 * @returns undefined if no product is visible, or nothing is left to try
 */
export function nextStep(
  statuses: readonly string[],
  refused: ReadonlySet<string>,
): 'draft' | 'inactive' | 'published' | 'wait' | undefined {
  const has = (status: string) => statuses.includes(status);
  if (!statuses.some((status) => isVisible({ status }))) return undefined;
  const isApproved = has('active') || has('pending_active') || has('inactive');
  // Before approval, it is taken back; after approval, it is set inactive (clause 3.1 rule 1).
  if (has('pending_approval') && !isApproved && !refused.has('draft')) return 'draft';
  if (has('pending_approval') || has('pending_active')) return 'wait';
  if (!refused.has('inactive')) return 'inactive';
  return refused.has('published') ? undefined : 'published';
}
