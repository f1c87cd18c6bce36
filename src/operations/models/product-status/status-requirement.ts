import { afterUpdate, isBeforeApproval, type RequestedStatus, type Status } from './product-status.js';

/** What the model of the product status has something to say about. */
export type StatusRequirement =
  | 'STS-01'
  | 'STS-02'
  | 'STS-03'
  | 'STS-04'
  | 'STS-05'
  | 'STS-06'
  | 'STS-07'
  | 'STS-08'
  | 'STS-09'
  | 'STS-11'
  | 'STS-12'
  | 'PRD-02'
  | 'PRD-04'
  | 'PRD-20'
  | 'PRD-21'
  | 'BAT-18'
  | 'STK-01'
  | 'PRC-01';

/**
 * The requirement that says how a status update must end: the one for its row of the table where the product's status
 * leaves one outcome, and BAT-18 where it may end either way (clauses 2.1, 3.1).
 */
export function requirementOf(possible: readonly Status[], value: RequestedStatus): StatusRequirement {
  const maySucceed = afterUpdate(possible, value, 'success').length > 0;
  const mayFail = afterUpdate(possible, value, 'failed').length > 0;
  if (maySucceed && mayFail) return 'BAT-18';
  if (value === 'inactive') return maySucceed ? 'STS-03' : 'STS-09';
  if (value === 'draft') return maySucceed ? 'STS-04' : 'STS-05';
  if (possible.includes('inactive')) return 'STS-11';
  return possible.includes('draft') ? 'STS-01' : 'STS-12';
}

/**
 * The requirement that says what a product must show after a status update has ended. Where it could have ended either
 * way, the outcome tells which row of the table it was; a refusal to take back is one too many for a product that then
 * shows to be still before approval (clause 3.1, rule 1).
 */
export function requirementOfEffect(
  possible: readonly Status[],
  value: RequestedStatus,
  outcome: 'success' | 'failed',
  shown: string,
): StatusRequirement {
  const requirement = requirementOf(possible, value);
  // No row of the table for what is asked for again.
  if (requirement !== 'BAT-18' || value === 'published' || possible.includes(value)) return requirement;
  if (value === 'inactive') return outcome === 'success' ? 'STS-03' : 'BAT-18';
  return outcome === 'success' || isBeforeApproval(shown) ? 'STS-04' : 'STS-05';
}
