import type { ConformanceReport, GapObservation, GapReport, LookedAt } from '../../conformance-report.js';
import type { JoinedFinding } from './joined-findings.js';

/** How a target closed a gap. */
export interface GapBehaviour {
  readonly kind: GapObservation['kind'];
  /** The places where it did otherwise. */
  readonly differences: readonly JoinedFinding[];
  /** Which of several acceptable answers it gave. */
  readonly notes: readonly {
    readonly requirement: string;
    readonly answer: string;
    readonly times: number;
  }[];
  /** The number of requirements that depend on the gap and passed. */
  readonly verified: number;
  /** The requirements and operations that were not looked at, by reason. */
  readonly notLookedAt: readonly { readonly reason: string; readonly ids: readonly string[] }[];
}

/**
 * What a run shows about a gap.
 * @param found the findings of all requirements, as the page shows them
 */
export function behaviourAt(
  gap: GapReport,
  { requirements }: ConformanceReport,
  found: readonly JoinedFinding[],
): GapBehaviour {
  const resting = requirements.filter(({ id }) => gap.requirements.includes(id));
  const differences = found.filter(({ finding }) => finding.gaps?.includes(gap.id) === true);
  const verified = resting.filter(({ verdict }) => verdict === 'passed' || verdict === 'partial').length;
  return {
    // An older report doesn't say whether everything was looked at.
    kind: gap.observed?.kind ?? (differences.length > 0 ? 'otherwise' : verified > 0 ? 'in-part' : 'unseen'),
    differences,
    notes: resting.flatMap(({ id, notes }) =>
      Object.entries(notes).map(([answer, times]) => ({ requirement: id, answer, times })),
    ),
    verified,
    notLookedAt: byReason([...(gap.observed?.open ?? []), ...(gap.observed?.leftOut ?? [])]),
  };
}

function byReason(found: readonly LookedAt[]): GapBehaviour['notLookedAt'] {
  const reasons = [...new Set(found.map(({ reason }) => reason))];
  return reasons.map((reason) => ({
    reason,
    ids: found.filter((each) => each.reason === reason).map(({ id }) => id),
  }));
}
