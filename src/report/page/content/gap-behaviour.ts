import type { ConformanceReport, GapReport } from '../../conformance-report.js';
import type { JoinedFinding } from './joined-findings.js';

/** How a target closed a gap. */
export interface GapBehaviour {
  readonly kind: 'as-assumed' | 'otherwise' | 'unseen';
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
  const verified = resting.filter(({ verdict }) => verdict === 'passed').length;
  return {
    kind: differences.length > 0 ? 'otherwise' : verified > 0 ? 'as-assumed' : 'unseen',
    differences,
    notes: resting.flatMap(({ id, notes }) =>
      Object.entries(notes).map(([answer, times]) => ({ requirement: id, answer, times })),
    ),
    verified,
  };
}
