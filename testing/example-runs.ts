import type {
  ConformanceReport,
  ReportedFinding,
  TargetFileReport,
} from '#src/report/data/conformance-report';
import { responsesReport } from '#src/report/data/responses-report';
import { examplePassed, exampleReported, exampleRequirement, exampleTest } from './example-report.js';

/** A finding in a run for a unit test. */
export interface ExampleViolation extends Partial<ReportedFinding> {
  readonly requirement: ReportedFinding['requirement'];
  readonly test: string;
}

/** A run for a unit test: its tests with their responses, and its violations. */
export interface ExampleRun {
  /**
   * By the title of a test, its responses: operation, kind of request and status, and the places, as in `listBrands valid
   * 200: body list, body [] object`.
   */
  readonly answers: Readonly<Record<string, readonly string[]>>;
  readonly violations?: readonly ExampleViolation[];
  /** By the title of a test, the requirements that it covers. */
  readonly covers?: Readonly<Record<string, readonly string[]>>;
  /** The titles of tests that were ended early. */
  readonly cutShort?: readonly string[];
  /** Whether the tests shared a merchant. */
  readonly shared?: true;
  readonly file?: Pick<TargetFileReport, 'digest' | 'elements'>;
  /** By operation, the number of requests that passed in a window of at least one. */
  readonly observed?: Readonly<Record<string, number>>;
}

/** The report of a run for a unit test. */
export function exampleComparable(
  {
    answers: responses,
    violations = [],
    covers = {},
    cutShort = [],
    shared,
    file,
    observed = {},
  }: ExampleRun,
  given: Partial<ConformanceReport> = {},
): ConformanceReport {
  const ran = Object.entries(responses).map(([title, lines]) => {
    const shapes: Record<string, readonly string[]> = {};
    const kinds = lines.map((line, index) => {
      const [kind = '', places = ''] = line.split(': ');
      shapes[`${title}-${index}`] = places.split(', ');
      return `${kind} ${title}-${index}`;
    });
    return { id: title, answers: { kinds, shapes }, cutShort: cutShort.includes(title) };
  });
  const paced = { inTurn: 0, asleep: 0, refusals: 0, requests: {} };
  const base = examplePassed();
  return {
    ...base,
    answers: responsesReport(ran),
    tests: Object.keys(responses).map((title) => ({
      ...exampleTest(title, { file: 'a.spec.ts', title, covers: covers[title] ?? [] }),
      ...(shared && { paced }),
    })),
    requirements: [
      ...new Set([
        'BAT-09',
        'REF-06',
        'SHP-02',
        'ERR-11',
        'LIM-05',
        ...violations.map((each) => each.requirement),
      ]),
    ].map((id) => {
      const findings = violations
        .filter(({ requirement }) => requirement === id)
        .map((each) => ({ ...exampleReported(each), ...each }));
      const known = id as ReportedFinding['requirement'];
      return exampleRequirement(known, findings.length > 0 ? 'failed' : 'passed', { findings });
    }),
    operations: base.operations.map((operation) => ({
      ...operation,
      rateLimit: { stated: 50, declared: 50, observed: observed[operation.operationId] ?? 50 },
    })),
    ...(file && {
      target: {
        ...base.target,
        file: { path: 'targets/b.yaml', steps: 1, confirmed: [], open: {}, ...file },
      },
    }),
    ...given,
  };
}
