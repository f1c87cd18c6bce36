import { groupedBy } from '../../../contract/values/groups.js';
import { tellsOf } from '../../../verdicts/requirement-verdict.js';
import type {
  ConformanceReport,
  GapReport,
  ReportedFinding,
  RequirementReport,
  TestReport,
} from '../../data/conformance-report.js';
import type { OperationReport } from '../../data/coverage-report.js';
import { clausesInWords } from '../../summary/in-words.js';
import { addressOf, inOrder, type Summary, summaryOf } from '../../summary/summary.js';
import { evidenceOf, shortened, type VerifiedOperation } from './evidence.js';

/**
 * Everything that the views show. They are bundled and take only types from the rest of the suite, so everything that
 * needs more than the report's data is here.
 */
export interface PageContent {
  readonly report: ConformanceReport;
  readonly summary: Summary;
  /** In the order of the report. */
  readonly requirements: readonly RequirementContent[];
  /** The requirements with findings that are not known failures, the worst first. */
  readonly violations: readonly RequirementContent[];
  readonly aspects: readonly string[];
  readonly operations: readonly { readonly operation: OperationReport; readonly cells: readonly Cell[] }[];
  readonly gaps: readonly GapContent[];
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
}

/** The same finding of several tests. */
export interface JoinedFinding {
  /** Its address in the page, which a terminal names. */
  readonly address: string;
  /** The finding that is shown: the first with a counterexample, otherwise the first. */
  readonly finding: ReportedFinding;
  /** The tests that made it, that of the shown finding first; undefined if the report doesn't name one. */
  readonly tests: readonly (TestReport | undefined)[];
}

/** A gap, and how the target closed it. */
export interface GapContent {
  readonly gap: GapReport;
  /** Its clauses, each with what it says. */
  readonly clauses: readonly string[];
  /** The places where the target did something different. */
  readonly differences: readonly JoinedFinding[];
  /** Which of several acceptable responses it gave, in words. */
  readonly notes: readonly (readonly [requirement: string, response: string, times: number])[];
}

/** Prepares a report for its page. */
export function pageContent(whole: ConformanceReport): PageContent {
  const short = shortened(whole.requirements.flatMap(({ findings }) => findings)).values();
  const report = {
    ...whole,
    requirements: whole.requirements.map((each) => ({
      ...each,
      findings: each.findings.map((finding) => short.next().value ?? finding),
    })),
  };
  const testOf = new Map(report.tests.map((test) => [test.id, test]));
  const evidence = evidenceOf(report);
  const requirements = report.requirements.map((requirement) => ({
    requirement,
    evidence: evidence.get(requirement) ?? [],
    aspect: aspectOf(requirement.id),
    clauses: clausesInWords(requirement, report.clauses),
    findings: joinedFindings(requirement.findings, testOf),
    tests: report.tests.filter(({ covers }) => covers.includes(requirement.id)),
  }));
  const summary = summaryOf(report);
  return {
    report,
    summary,
    requirements,
    violations: summary.violations.flatMap((violated) =>
      requirements.filter(({ requirement }) => requirement.id === violated.requirement.id),
    ),
    aspects: aspects.map(([name]) => name),
    operations: report.operations.map((operation) => ({
      operation,
      cells: aspects.map(([aspect, ...topics]) => cellOf(operation, aspect, topics, report)),
    })),
    gaps: report.gaps.map((gap) => ({
      gap,
      clauses: clausesInWords(gap, report.clauses),
      differences: requirements
        .flatMap(({ findings }) => findings)
        .filter(({ finding }) => finding.gaps?.includes(gap.id)),
      notes: report.requirements
        .filter(({ id }) => gap.requirements.includes(id))
        .flatMap(({ id, notes }) => Object.entries(notes).map(([response, times]) => [id, response, times])),
    })),
  };
}

/** The findings of a requirement for display, the worst first. Those with the same address are joined. */
function joinedFindings(
  findings: readonly ReportedFinding[],
  testOf: ReadonlyMap<string, TestReport>,
): JoinedFinding[] {
  return [...groupedBy(inOrder(findings), addressOf)].map(([address, group]) => {
    const finding = group.find(({ counterexample }) => counterexample !== undefined) ?? group[0];
    const alike = group.filter((each) => each !== finding);
    return { address, finding, tests: [finding, ...alike].map(({ test }) => testOf.get(test)) };
  });
}

/** The columns of the matrix, each with the topics of the catalogue that it shows. */
const aspects: readonly (readonly [name: string, ...topics: string[]])[] = [
  ['Success', 'SHP', 'PRD', 'STS', 'REJ', 'REF', 'STK', 'PRC', 'ORD', 'RPT', 'WHK'],
  ['Authentication', 'AUTH', 'KEYS'],
  ['Errors', 'ERR'],
  ['Limits', 'LIM'],
  ['Batch', 'BAT'],
];

/** The aspect of a requirement. @param id `BAT-10` */
function aspectOf(id: string): string | undefined {
  return aspects.find(([, ...topics]) => topics.includes(topicOf(id)))?.[0];
}

function topicOf(id: string): string {
  return id.split('-')[0] ?? '';
}

/** The state of a cell at a glance, the most urgent first. */
export type CellState = 'violated' | 'doubtful' | 'none' | 'thin' | 'full' | 'inapplicable';

/** What a run says about one aspect of an operation. */
export interface Cell {
  readonly aspect: string;
  readonly state: CellState;
  /** Requirements with a check that concern the operation. */
  readonly requirements: readonly RequirementReport[];
  /** The requirements that were not verified with the operation. */
  readonly unverified: readonly RequirementReport[];
  readonly violated: readonly RequirementReport[];
}

function cellOf(
  operation: OperationReport,
  aspect: string,
  topics: readonly string[],
  { requirements: all }: ConformanceReport,
): Cell {
  /** Whether an operation tells of this one. The effect of a write shows elsewhere: see `tellsOf`. */
  const isTold = (by: string, { operations: concerned }: RequirementReport) =>
    by === operation.operationId || tellsOf(by, concerned, operation.operationId);
  /** The findings that this operation showed, or that showed its effect. */
  const findingsOf = (requirement: RequirementReport) =>
    requirement.findings.filter(({ operationId, write }) =>
      write === undefined
        ? isTold(operationId, requirement)
        : [operationId, write].includes(operation.operationId),
    );
  const requirements = all.filter(
    (each) =>
      topics.includes(topicOf(each.id)) &&
      each.verdict !== 'untested' &&
      each.verdict !== 'inapplicable' &&
      (each.operations.includes(operation.operationId) || findingsOf(each).length > 0),
  );
  const violated = requirements.filter((each) => findingsOf(each).length > 0);
  const unverified = requirements.filter(
    (each) => !Object.keys(each.verifiedBy).some((by) => isTold(by, each)),
  );
  const isFailed = violated.flatMap(findingsOf).some(({ judgement }) => judgement === 'failed');
  const states: readonly (readonly [CellState, boolean])[] = [
    ['violated', isFailed],
    ['doubtful', violated.length > 0],
    ['inapplicable', requirements.length === 0],
    ['none', unverified.length === requirements.length],
    ['thin', unverified.length > 0],
  ];
  const state = states.find(([, applies]) => applies)?.[0] ?? 'full';
  return { aspect, state, requirements, unverified, violated };
}
