import { type Judgement, judgements } from '../../../verdicts/finding.js';
import { tellsOf } from '../../../verdicts/requirement-verdict.js';
import type {
  ConformanceReport,
  OperationReport,
  ReportedFinding,
  RequirementReport,
} from '../../conformance-report.js';

/** The same finding of several tests. */
export interface JoinedFinding {
  /** Its address in the page: `BAT-10-1` is the first of BAT-10. */
  readonly address: string;
  /** The finding that is shown: the first with a counterexample, otherwise the first. */
  readonly finding: ReportedFinding;
  /** The findings of the other tests. */
  readonly alike: readonly ReportedFinding[];
}

/**
 * The findings of a requirement for display, the worst first. Findings with the same expectation at the same place of
 * the same operation are joined; positions in lists don't matter.
 */
export function joinedFindings(findings: readonly ReportedFinding[]): JoinedFinding[] {
  const groups = new Map<string, ReportedFinding[]>();
  for (const finding of inOrder(findings)) {
    const { judgement, operationId, write, at = '', expected } = finding;
    const key = JSON.stringify([judgement, operationId, write, at.replaceAll(/\[\d+\]/g, '[]'), expected]);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()].flatMap((group, index) => {
    const finding = group.find(({ counterexample }) => counterexample !== undefined) ?? group[0];
    if (finding === undefined) return [];
    const address = `${finding.requirement}-${index + 1}`;
    return [{ address, finding, alike: group.filter((each) => each !== finding) }];
  });
}

/** The worst first, otherwise in the given order. */
export function inOrder<Found extends { readonly judgement: Judgement }>(
  findings: readonly Found[],
): Found[] {
  return findings.toSorted((a, b) => judgements.indexOf(a.judgement) - judgements.indexOf(b.judgement));
}

/** A column of the matrix: topics of the catalogue that are shown together. */
export const aspects = [
  {
    name: 'Success',
    topics: ['SHP', 'PRD', 'STS', 'REJ', 'REF', 'STK', 'PRC', 'ORD', 'RPT', 'WHK'],
  },
  { name: 'Authentication', topics: ['AUTH', 'KEYS'] },
  { name: 'Errors', topics: ['ERR'] },
  { name: 'Limits', topics: ['LIM'] },
  { name: 'Batch', topics: ['BAT'] },
] as const;

type Aspect = (typeof aspects)[number];

/** The state of a cell at a glance, the most urgent first. */
export type CellState = 'violated' | 'doubtful' | 'none' | 'thin' | 'full' | 'inapplicable';

/** One aspect of one operation. */
export interface Cell {
  readonly aspect: Aspect;
  readonly state: CellState;
  /** Requirements with a check that concern the operation. */
  readonly requirements: readonly RequirementReport[];
  /** The requirements that were not verified with the operation. */
  readonly unverified: readonly RequirementReport[];
  /** The requirements that the operation violated. */
  readonly violated: readonly RequirementReport[];
}

/** A row of the matrix. */
export function cellsOf(operation: OperationReport, report: ConformanceReport): Cell[] {
  return aspects.map((aspect) => cellOf(operation, aspect, report));
}

function cellOf(operation: OperationReport, aspect: Aspect, report: ConformanceReport): Cell {
  const { operationId } = operation;
  const topics: readonly string[] = aspect.topics;
  const violatedBy = (requirement: RequirementReport, judgements: readonly string[]) =>
    requirement.findings.some(
      (each) =>
        judgements.includes(each.judgement) && isAbout(each, requirement, operation, report.operations),
    );
  const requirements = report.requirements.filter(
    (each) =>
      topics.includes(each.id.split('-')[0] ?? '') &&
      each.verdict !== 'untested' &&
      each.verdict !== 'inapplicable' &&
      (each.operations.includes(operationId) || violatedBy(each, ['failed', 'warned', 'deviated'])),
  );
  const failed = requirements.filter((each) => violatedBy(each, ['failed']));
  const violated = requirements.filter((each) => violatedBy(each, ['failed', 'warned', 'deviated']));
  const unverified = requirements.filter((each) => !isVerifiedWith(each, operation, report.operations));
  return {
    aspect,
    state: stateOf(requirements.length, unverified.length, failed.length, violated.length),
    requirements,
    unverified,
    violated,
  };
}

function stateOf(all: number, unverified: number, failed: number, violated: number): CellState {
  if (failed > 0) return 'violated';
  if (violated > 0) return 'doubtful';
  if (all === 0) return 'inapplicable';
  if (unverified === all) return 'none';
  return unverified > 0 ? 'thin' : 'full';
}

/**
 * Whether a requirement was verified with an operation. The effect of a write shows elsewhere: in the results of its
 * batch or, if the requirement is about one write alone, wherever it was verified.
 */
function isVerifiedWith(
  requirement: RequirementReport,
  operation: OperationReport,
  operations: readonly OperationReport[],
): boolean {
  const ids = Object.keys(requirement.verifiedBy);
  return (
    ids.includes(operation.operationId) ||
    ids.some((id) => tellsOf(id, requirement.operations, operation, operations))
  );
}

/** Whether a finding is about an operation: the one that showed it, or the write whose effect it showed. */
function isAbout(
  { operationId, write }: ReportedFinding,
  requirement: RequirementReport,
  operation: OperationReport,
  operations: readonly OperationReport[],
): boolean {
  if (operationId === operation.operationId || write === operation.operationId) return true;
  return write === undefined && tellsOf(operationId, requirement.operations, operation, operations);
}
