import type { ConformanceReport, GapReport, ReportedFinding } from '../../conformance-report.js';
import { inOrder } from './verdict-words.js';

/** How a target closed a gap. */
export interface GapBehaviour {
  readonly kind: 'as-assumed' | 'otherwise' | 'unseen';
  /** Where it did otherwise, with the address of each finding. */
  readonly differences: readonly { readonly address: string; readonly finding: ReportedFinding }[];
  /** Which of several acceptable answers it gave. */
  readonly notes: readonly {
    readonly requirement: string;
    readonly answer: string;
    readonly times: number;
  }[];
  /** How many requirements that rest on the gap passed. */
  readonly verified: number;
}

/** What a run tells of a gap. */
export function behaviourAt(gap: GapReport, { requirements }: ConformanceReport): GapBehaviour {
  const resting = requirements.filter(({ id }) => gap.requirements.includes(id));
  // The same order as that of the requirement's own findings, which their addresses count.
  const differences = requirements.flatMap(({ id, findings }) =>
    inOrder(findings).flatMap((finding, index) =>
      finding.gaps?.includes(gap.id) === true ? [{ address: `${id}-${index + 1}`, finding }] : [],
    ),
  );
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
