import type { ConformanceReport, GapObservation, GapReport, LookedAt } from '../../conformance-report.js';
import type { JoinedFinding } from './joined-findings.js';

/** How a target closed a gap. */
export interface GapBehaviour {
  readonly kind: GapObservation['kind'];
  /** Where it did otherwise. */
  readonly differences: readonly JoinedFinding[];
  /** Which of several acceptable answers it gave. */
  readonly notes: readonly {
    readonly requirement: string;
    readonly answer: string;
    readonly times: number;
  }[];
  /** How many requirements that rest on the gap passed. */
  readonly verified: number;
  /** What was not looked at, by the reasons. */
  readonly notLookedAt: readonly { readonly reason: string; readonly ids: readonly string[] }[];
}

/**
 * What a run tells of a gap.
 * @param found the findings of all requirements, as they are shown
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
