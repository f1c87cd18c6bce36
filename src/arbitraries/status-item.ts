import fc from 'fast-check';

/** The values that a status update takes (clause 3.1). */
export const settableStatuses = ['published', 'inactive', 'draft'] as const;

export type SettableStatus = (typeof settableStatuses)[number];

/** One update of a style's status (clause 2.1). */
export interface StatusItem {
  readonly style_key: string;
  readonly status: SettableStatus;
}

/**
 * A well-formed status update. Whether a style may move there depends on where it is (clause 3.1).
 * @param styleKeys those to choose from; at least one
 * @param statuses those to choose from; at least one
 */
export function statusItem(
  styleKeys: readonly string[],
  statuses: readonly SettableStatus[] = settableStatuses,
): fc.Arbitrary<StatusItem> {
  return fc.record({ style_key: fc.constantFrom(...styleKeys), status: fc.constantFrom(...statuses) });
}
