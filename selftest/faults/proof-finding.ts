import type { Evidence, Judgement } from '../../src/verdicts/finding.js';

/** What one test found about one requirement in the sandbox with one fault, in the words of `findings.json`. */
export interface ProofFinding {
  readonly fault: string;
  /** Its file and its titles. */
  readonly test: string;
  readonly requirement: string;
  /** `inconclusive` if the test covers the requirement, and neither verified it nor found it violated. */
  readonly judgement: Judgement | 'blocked' | 'inconclusive';
  readonly gaps: readonly string[];
  /** Absent if nothing was found, or nowhere in particular. */
  readonly place?: string;
}

/** The findings of one test about a fault, each once. */
export function findingsOf(fault: string, test: string, evidence: Evidence): readonly ProofFinding[] {
  const { findings, blocked, inapplicable, covers, verified } = evidence;
  const told = new Set<string>([
    ...[...findings, ...blocked, ...inapplicable].map(({ requirement }) => requirement),
    ...Object.keys(verified),
  ]);
  const without = (requirement: string, judgement: ProofFinding['judgement']): ProofFinding => ({
    fault,
    test,
    requirement,
    judgement,
    gaps: [],
  });
  const all = [
    ...findings.map(({ requirement, judgement, gaps = [], at }) => ({
      ...without(requirement, judgement),
      gaps: gaps.toSorted(),
      ...(at === undefined ? {} : { place: at }),
    })),
    ...blocked.map(({ requirement }) => without(requirement, 'blocked')),
    ...covers.filter((id) => !told.has(id)).map((id) => without(id, 'inconclusive')),
  ];
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}
