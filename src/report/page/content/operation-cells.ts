import { tellsOf } from '../../../verdicts/requirement-verdict.js';
import type { ConformanceReport, ReportedFinding, RequirementReport } from '../../conformance-report.js';
import type { OperationReport } from '../../coverage-report.js';

/** The columns of the matrix: topics of the catalogue that are shown together. */
export const aspects: readonly Aspect[] = [
  {
    name: 'Success',
    topics: ['SHP', 'PRD', 'STS', 'REJ', 'REF', 'STK', 'PRC', 'ORD', 'RPT', 'WHK'],
  },
  { name: 'Authentication', topics: ['AUTH', 'KEYS'] },
  { name: 'Errors', topics: ['ERR'] },
  { name: 'Limits', topics: ['LIM'] },
  { name: 'Batch', topics: ['BAT'] },
];

interface Aspect {
  readonly name: string;
  readonly topics: readonly string[];
}

/** The aspect of a requirement. @param id `BAT-10` */
export function aspectOf(id: string): string | undefined {
  return aspects.find(({ topics }) => topics.includes(topicOf(id)))?.name;
}

function topicOf(id: string): string {
  return id.split('-')[0] ?? '';
}

/** The state of a cell at a glance, the most urgent first. */
export type CellState = 'violated' | 'doubtful' | 'none' | 'thin' | 'full' | 'inapplicable';

/** One aspect of one operation. */
export interface Cell {
  readonly aspect: string;
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
  const judgementsOf = (requirement: RequirementReport) =>
    requirement.findings
      .filter((each) => isAbout(each, requirement, operation, report.operations))
      .map(({ judgement }) => judgement);
  const requirements = report.requirements.filter(
    (each) =>
      aspect.topics.includes(topicOf(each.id)) &&
      each.verdict !== 'untested' &&
      each.verdict !== 'inapplicable' &&
      (each.operations.includes(operation.operationId) || judgementsOf(each).length > 0),
  );
  const violated = requirements.filter((each) => judgementsOf(each).length > 0);
  const unverified = requirements.filter((each) => !isVerifiedWith(each, operation, report.operations));
  const isFailed = violated.some((each) => judgementsOf(each).includes('failed'));
  return {
    aspect: aspect.name,
    state: isFailed ? 'violated' : stateOf(requirements.length, unverified.length, violated.length),
    requirements,
    unverified,
    violated,
  };
}

function stateOf(all: number, unverified: number, violated: number): CellState {
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
