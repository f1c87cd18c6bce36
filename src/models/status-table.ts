import type { Merchant } from '../target/merchants/merchant.js';

/** The products of one style: a status update changes all of them. */
export interface Style {
  readonly style_key: string;
  readonly skus: readonly string[];
}
/** The statuses of a product (clause 3.1, gap G-06). */
export const statuses = [
  'draft',
  'pending_approval',
  'rejected',
  'pending_active',
  'active',
  'inactive',
  'problem',
] as const;
export type Status = (typeof statuses)[number];

/** Values that a status update accepts (clause 3.1). */
const requestedStatuses = ['published', 'inactive', 'draft'] as const;
type RequestedStatus = (typeof requestedStatuses)[number];

/** The requirements that the model of the product status judges. */
export type StatusRequirement =
  | `STS-${'01' | '02' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '11' | '12'}`
  | `PRD-${'02' | '04' | '14' | '20' | '21'}`
  | `${'STK' | 'PRC'}-${'01' | '02'}`
  | `BAT-${'15' | '18'}`;

/**
 * The effect of a status update on a product, and the requirement that says so (clauses 2.1, 3.1): it moves to that
 * status; or it stays, and the update is `refused`; or `either`.
 */
type Move = readonly [to: Status | 'refused' | 'either', requirement: StatusRequirement];

const either: Move = ['either', 'BAT-18'];

const moves: Readonly<Record<RequestedStatus, Readonly<Record<Status, Move>>>> = {
  published: {
    draft: ['pending_approval', 'STS-01'],
    pending_approval: either,
    rejected: ['pending_approval', 'STS-12'],
    pending_active: either,
    active: either,
    inactive: ['active', 'STS-11'],
    problem: either,
  },
  draft: {
    draft: either,
    pending_approval: ['draft', 'STS-04'],
    rejected: ['draft', 'STS-04'],
    pending_active: ['refused', 'STS-05'],
    active: ['refused', 'STS-05'],
    inactive: ['refused', 'STS-05'],
    problem: either,
  },
  inactive: {
    draft: ['refused', 'STS-09'],
    pending_approval: ['refused', 'STS-09'],
    rejected: ['refused', 'STS-09'],
    pending_active: ['refused', 'STS-09'],
    active: ['inactive', 'STS-03'],
    inactive: either,
    problem: ['refused', 'STS-09'],
  },
};

/** Statuses to which a product may move on its own. */
const onward: Readonly<Partial<Record<Status, readonly Status[]>>> = {
  pending_approval: ['pending_active', 'rejected'],
  pending_active: ['active', 'problem'],
};

/** A transition of the table, and what causes it: a status update, or time. */
interface TableTransition {
  readonly from: Status;
  readonly to: Status;
  readonly by: 'updateProductStatus' | 'time';
}

/** Every transition that changes the status of a product. */
export const transitions: readonly TableTransition[] = [
  ...Object.values(moves).flatMap((row) =>
    statuses.flatMap((from) => {
      const [to] = row[from];
      return to === 'refused' || to === 'either' || to === from
        ? []
        : [{ from, to, by: 'updateProductStatus' as const }];
    }),
  ),
  ...statuses.flatMap((from) => (onward[from] ?? []).map((to) => ({ from, to, by: 'time' as const }))),
];

/** Whether a status update accepts a word. */
export function isRequestedStatus(value: string): value is RequestedStatus {
  return requestedStatuses.some((status) => status === value);
}

/**
 * The possible statuses of a product after a status update with this outcome.
 * @param possible those before the update
 * @returns empty if the outcome is acceptable in none of them (clause 3.1)
 */
export function afterUpdate(
  possible: readonly Status[],
  value: RequestedStatus,
  outcome: 'success' | 'failed',
): readonly Status[] {
  return possible.flatMap((status) => {
    const [move] = moves[value][status];
    if (move === 'either') return [status];
    if (move === 'refused') return outcome === 'failed' ? [status] : [];
    return outcome === 'success' ? [move] : [];
  });
}

/**
 * Where the publication of a valid style may end.
 * @param images of its products
 * @param provocations images that decide it; without any, a review may reject each product, as people do
 */
export function endsOfReview(
  images: readonly string[],
  provocations: Merchant['provocations'],
): readonly Status[] {
  if (provocations === undefined) return ['active', 'rejected'];
  if (images.includes(provocations.rejectedImageUrl)) return ['rejected'];
  return images.includes(provocations.problemImageUrl) ? ['problem'] : ['active'];
}

/**
 * The possible statuses of a product some time later: it moves forward on its own and never back (clause 3.1, gap
 * G-06).
 * @param ends the statuses in which a publication may end
 */
export function afterTime(possible: readonly Status[], ends: readonly Status[]): readonly Status[] {
  const reached = new Set(possible);
  // The loop also visits the statuses that it adds.
  for (const status of reached)
    for (const next of onward[status] ?? [])
      if (onward[next]?.some((end) => ends.includes(end)) ?? ends.includes(next)) reached.add(next);
  return statuses.filter((status) => reached.has(status));
}

/** Gaps on whose assumptions a statement about these statuses rests. */
export function gapsOf(...statuses: readonly string[]): readonly string[] {
  // Clause 3.1 names these; the others are gap G-06.
  return statuses.every((status) => ['draft', 'active', 'inactive'].includes(status)) ? [] : ['G-06'];
}

/**
 * The requirement that says how a status update must end: the one for its row of the table if the product's status
 * leaves one outcome, and BAT-18 if it may end either way (clauses 2.1, 3.1).
 */
export function requirementOf(possible: readonly Status[], value: RequestedStatus): StatusRequirement {
  const [outcome, ...others] = (['success', 'failed'] as const).filter(
    (each) => afterUpdate(possible, value, each).length > 0,
  );
  const [first] = possible;
  return outcome === undefined || first === undefined || others.length > 0
    ? 'BAT-18'
    : moves[value][first][1];
}

/**
 * The requirement that says which status a product must show after a status update has ended. If the update could have
 * ended either way, its outcome reveals the row of the table. A product that still shows that it is before approval
 * should have been reverted to draft (clause 3.1, rule 1).
 */
export function requirementOfEffect(
  possible: readonly Status[],
  value: RequestedStatus,
  outcome: 'success' | 'failed',
  shown: string,
): StatusRequirement {
  const requirement = requirementOf(possible, value);
  // The table has no row for a status that the product may have already.
  if (requirement !== 'BAT-18' || value === 'published' || possible.includes(value)) return requirement;
  if (value === 'inactive') return outcome === 'success' ? 'STS-03' : 'BAT-18';
  return outcome === 'success' || ['pending_approval', 'rejected'].includes(shown) ? 'STS-04' : 'STS-05';
}
