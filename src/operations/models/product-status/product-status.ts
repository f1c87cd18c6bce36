/**
 * Statuses in which the table of clause 3.1 and gap G-06 predict a product. The gap knows `problem` too, but no way
 * that leads there: a product that shows it is not where the model expects it.
 */
export const statuses = [
  'draft',
  'pending_approval',
  'rejected',
  'pending_active',
  'active',
  'inactive',
] as const;
export type Status = (typeof statuses)[number];

/** Values that a status update takes (clause 3.1). */
export const requestedStatuses = ['published', 'inactive', 'draft'] as const;
export type RequestedStatus = (typeof requestedStatuses)[number];

/** What a status update does to a product: moves it there, is refused, or is not stated to be either and moves nothing. */
type Move = Status | 'refused' | 'either';

const moves: Readonly<Record<RequestedStatus, Readonly<Record<Status, Move>>>> = {
  published: {
    draft: 'pending_approval',
    pending_approval: 'either',
    rejected: 'pending_approval',
    pending_active: 'either',
    active: 'either',
    inactive: 'active',
  },
  draft: {
    draft: 'either',
    pending_approval: 'draft',
    rejected: 'draft',
    pending_active: 'refused',
    active: 'refused',
    inactive: 'refused',
  },
  inactive: {
    draft: 'refused',
    pending_approval: 'refused',
    rejected: 'refused',
    pending_active: 'refused',
    active: 'inactive',
    inactive: 'either',
  },
};

/** Where a product may go on its own. */
const onward: Readonly<Partial<Record<Status, readonly Status[]>>> = {
  pending_approval: ['pending_active', 'rejected'],
  pending_active: ['active'],
};

export function isRequestedStatus(value: string): value is RequestedStatus {
  return requestedStatuses.some((status) => status === value);
}

/** Before approval a product can be taken back (clause 3.1, rule 1; gap G-06). */
export function isBeforeApproval(status: string): boolean {
  return status === 'pending_approval' || status === 'rejected';
}

/**
 * Where a product may be after a status update with this outcome.
 * @param possible where it may be before
 * @returns empty where the outcome is acceptable in none of these (clause 3.1)
 */
export function afterUpdate(
  possible: readonly Status[],
  value: RequestedStatus,
  outcome: 'success' | 'failed',
): readonly Status[] {
  return possible.flatMap((status) => {
    const move = moves[value][status];
    if (move === 'either') return [status];
    if (move === 'refused') return outcome === 'failed' ? [status] : [];
    return outcome === 'success' ? [move] : [];
  });
}

/**
 * Where a product may be some time later, forward on its own and never back (clause 3.1, gap G-06).
 * @param mayReject whether a review may reject it
 */
export function afterTime(possible: readonly Status[], mayReject: boolean): readonly Status[] {
  const reached = new Set(possible);
  // A set shows what is added to it while it is walked.
  for (const status of reached) {
    for (const next of onward[status] ?? []) if (mayReject || next !== 'rejected') reached.add(next);
  }
  return statuses.filter((status) => reached.has(status));
}

/** Statuses that clause 3.1 names; the others are gap G-06. */
const named: readonly string[] = ['draft', 'active', 'inactive'];

/** Gaps on whose assumptions a statement about these statuses rests: that there are such. */
export function gapsOf(...statuses: readonly string[]): readonly string[] {
  return statuses.every((status) => named.includes(status)) ? [] : ['G-06'];
}
