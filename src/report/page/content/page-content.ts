import { tellsOf } from '../../../verdicts/requirement-verdict.js';
import type {
  ConformanceReport,
  GapObservation,
  GapReport,
  LookedAt,
  ReportedFinding,
  RequirementReport,
  TestReport,
} from '../../data/conformance-report.js';
import type { OperationReport } from '../../data/coverage-report.js';
import type { Detection, DetectionReport } from '../../data/report-file.js';
import { clausesInWords, placeOf } from '../../summary/in-words.js';
import { inOrder, responseAddressOf, type Summary, summaryOf } from '../../summary/summary.js';
import { evidenceOf, type ShownEvidence, shortened, type VerifiedOperation } from './evidence.js';

/**
 * Everything that the views show. They are bundled and take only types from the rest of the suite, so everything that
 * needs more than the report's data is here.
 */
export interface PageContent {
  readonly report: ConformanceReport;
  readonly summary: Summary;
  /** In the order of the report. */
  readonly requirements: readonly RequirementContent[];
  /** The requirements with findings, the worst first; those with nothing but known failures last. */
  readonly violations: readonly RequirementContent[];
  /** The exchanges that verified requirements, by operation; empty for an older report. */
  readonly evidence: readonly ShownEvidence[];
  readonly aspects: readonly string[];
  readonly operations: readonly { readonly operation: OperationReport; readonly cells: readonly Cell[] }[];
  readonly gaps: readonly GapContent[];
  /** The proof whose faults the requirements name; absent if there was none. */
  readonly proof?: DetectionReport;
}

/**
 * Makes the page of a run as HTML, with all text from the target escaped.
 * @param linksTests whether tests link to Playwright's report
 */
export type RenderPage = (content: PageContent, linksTests: boolean) => string;

export interface RequirementContent {
  readonly requirement: RequirementReport;
  readonly aspect: string | undefined;
  /** Its clauses, each with what it says. */
  readonly clauses: readonly string[];
  readonly findings: readonly JoinedFinding[];
  readonly tests: readonly TestReport[];
  /** The operations at which it was verified, the most often first. */
  readonly evidence: readonly VerifiedOperation[];
  /** The faults that a proof planted against it. */
  readonly faults: readonly Detection[];
}

/** The same finding of several tests. */
export interface JoinedFinding {
  /** Its address in the page: `BAT-10-1` is the first of BAT-10. */
  readonly address: string;
  /** The address of its exchange, which a terminal names; absent if an earlier one has the same. */
  readonly responseAddress: string | undefined;
  /** The finding that is shown: the first with a counterexample, otherwise the first. */
  readonly finding: ReportedFinding;
  /** The tests that made it, that of the shown finding first; undefined if the report doesn't name one. */
  readonly tests: readonly (TestReport | undefined)[];
}

/** A gap, and how the target closed it. */
export interface GapContent {
  readonly gap: GapReport;
  readonly kind: GapObservation['kind'];
  /** The places where the target did something different. */
  readonly differences: readonly JoinedFinding[];
  /** Which of several acceptable responses it gave. */
  readonly notes: readonly {
    readonly requirement: string;
    readonly response: string;
    readonly times: number;
  }[];
  /** The number of requirements that depend on the gap and passed. */
  readonly verified: number;
  /** The requirements and operations that were not looked at, by reason. */
  readonly notLookedAt: readonly { readonly reason: string; readonly ids: readonly string[] }[];
}

/**
 * Prepares a report for its page.
 * @param proof the last proof of the suite
 */
export function pageContent(report: ConformanceReport, proof?: DetectionReport): PageContent {
  const testOf = new Map(report.tests.map((test) => [test.id, test]));
  const { verifiedAt, shown } = evidenceOf(report);
  const requirements = withShortBodies(
    report.requirements.map((requirement) => ({
      requirement,
      evidence: verifiedAt(requirement),
      aspect: aspectOf(requirement.id),
      clauses: clausesInWords(requirement, report.clauses),
      findings: joinedFindings(requirement.findings, testOf),
      tests: report.tests.filter(({ covers }) => covers.includes(requirement.id)),
      faults: proof?.faults.filter(({ violates }) => violates === requirement.id) ?? [],
    })),
  );
  const summary = summaryOf(report);
  const violated = summary.violations.flatMap(({ requirement: { id } }) =>
    requirements.filter(({ requirement }) => requirement.id === id),
  );
  const known = requirements.filter((each) => each.findings.length > 0 && !violated.includes(each));
  return {
    report,
    summary,
    requirements,
    violations: [...violated, ...known],
    evidence: shown,
    aspects: aspects.map(({ name }) => name),
    operations: report.operations.map((operation) => ({ operation, cells: cellsOf(operation, report) })),
    gaps: report.gaps.map((gap) => gapContent(gap, requirements)),
    proof,
  };
}

/** The total size, in characters, that the bodies of all findings may have in a page. */
const room = 200_000;

/** The same requirements, with the bodies of their findings cut so far that all of them fit into a page. */
function withShortBodies(requirements: readonly RequirementContent[]): RequirementContent[] {
  const all = requirements.flatMap(({ findings }) => findings.map(({ finding }) => finding));
  const short = shortened(all, room).values();
  return requirements.map((each) => ({
    ...each,
    findings: each.findings.map((joined) => ({ ...joined, finding: short.next().value ?? joined.finding })),
  }));
}

/**
 * The findings of a requirement for display, the worst first. Findings with the same expectation at the same place of
 * the same operation are joined.
 */
function joinedFindings(
  findings: readonly ReportedFinding[],
  testOf: ReadonlyMap<string, TestReport>,
): JoinedFinding[] {
  const groups = new Map<string, ReportedFinding[]>();
  for (const finding of inOrder(findings)) {
    const { judgement, operationId, write, expected } = finding;
    const key = JSON.stringify([judgement, operationId, write, placeOf(finding), expected]);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  const named = new Set<string>();
  return [...groups.values()].flatMap((group, index) => {
    const finding = group.find(({ counterexample }) => counterexample !== undefined) ?? group[0];
    if (finding === undefined) return [];
    const alike = group.filter((each) => each !== finding);
    const responseAddress = responseAddressOf(finding);
    const isNamed = named.has(responseAddress);
    named.add(responseAddress);
    return [
      {
        address: `${finding.requirement}-${index + 1}`,
        responseAddress: isNamed ? undefined : responseAddress,
        finding,
        tests: [finding, ...alike].map(({ test }) => testOf.get(test)),
      },
    ];
  });
}

function gapContent(gap: GapReport, requirements: readonly RequirementContent[]): GapContent {
  const { observed } = gap;
  const resting = requirements.flatMap(({ requirement }) =>
    gap.requirements.includes(requirement.id) ? [requirement] : [],
  );
  const differences = requirements
    .flatMap(({ findings }) => findings)
    .filter(({ finding }) => finding.gaps?.includes(gap.id) === true);
  const verified = resting.filter(({ verdict }) => verdict === 'passed' || verdict === 'partial').length;
  return {
    gap,
    // An older report doesn't say whether everything was looked at.
    kind: observed?.kind ?? (differences.length > 0 ? 'otherwise' : verified > 0 ? 'in-part' : 'unseen'),
    differences,
    notes: resting.flatMap(({ id, notes }) =>
      Object.entries(notes).map(([response, times]) => ({ requirement: id, response, times })),
    ),
    verified,
    notLookedAt: byReason([...(observed?.open ?? []), ...(observed?.leftOut ?? [])]),
  };
}

function byReason(found: readonly LookedAt[]): GapContent['notLookedAt'] {
  return [...new Set(found.map(({ reason }) => reason))].map((reason) => ({
    reason,
    ids: found.filter((each) => each.reason === reason).map(({ id }) => id),
  }));
}

/** The columns of the matrix: topics of the catalogue that are shown together. */
const aspects: readonly Aspect[] = [
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
function aspectOf(id: string): string | undefined {
  return aspects.find(({ topics }) => topics.includes(topicOf(id)))?.name;
}

function topicOf(id: string): string {
  return id.split('-')[0] ?? '';
}

/** The state of a cell at a glance, the most urgent first. */
export type CellState = 'violated' | 'doubtful' | 'none' | 'thin' | 'full' | 'inapplicable';

export interface Cell {
  readonly aspect: string;
  readonly state: CellState;
  /** Requirements with a check that concern the operation. */
  readonly requirements: readonly RequirementReport[];
  /** The requirements that were not verified with the operation. */
  readonly unverified: readonly RequirementReport[];
  readonly violated: readonly RequirementReport[];
}

/** A row of the matrix. */
function cellsOf(operation: OperationReport, report: ConformanceReport): Cell[] {
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
 * batch or, if the requirement concerns a single write, wherever it was verified.
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

/** Whether a finding concerns an operation: the one that showed it, or the write whose effect it showed. */
function isAbout(
  { operationId, write }: ReportedFinding,
  requirement: RequirementReport,
  operation: OperationReport,
  operations: readonly OperationReport[],
): boolean {
  if (operationId === operation.operationId || write === operation.operationId) return true;
  return write === undefined && tellsOf(operationId, requirement.operations, operation, operations);
}
