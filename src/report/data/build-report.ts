import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { target as contractOfTarget, contractVersion } from '../../contract/documents/document.js';
import { confirmedGaps, countSteps } from '../../contract/mapping/file/file-steps.js';
import type { TargetContract } from '../../contract/mapping/target-contract.js';
import { type Operation, operations } from '../../contract/operations.js';
import {
  clauses,
  gaps,
  requirements,
  requirementsForGap,
  topics,
} from '../../contract/requirements/catalogue.js';
import { isConfirmed, type Settings, shownSettings } from '../../target/settings.js';
import type { Evidence, Finding } from '../../verdicts/finding.js';
import {
  isKnown,
  isOutdated,
  type KnownFailures,
  nameOf,
} from '../../verdicts/known-failures/known-failure.js';
import { standingsOf } from '../../verdicts/known-failures/known-failures.js';
import type { WindowCurve } from '../../verdicts/recording/observations.js';
import { furthest } from '../../verdicts/recording/reached.js';
import {
  type RequirementResult,
  requirementResult,
  summed,
  type Verdict,
  verdicts,
} from '../../verdicts/requirement-verdict.js';
import { runResult } from '../../verdicts/run-verdict.js';
import { gapObservation, gapsToConfirm } from '../summary/gaps.js';
import {
  type ConformanceReport,
  type GapReport,
  type RanTest,
  type RequirementReport,
  type RunCourse,
  type RunDescription,
  reportFormat,
  type TargetFileReport,
} from './conformance-report.js';
import { coverageReport, type OperationReport, responseTimes } from './coverage-report.js';
import { observations } from './observations-report.js';

/** A run as it begins, in its journal and in the blob of a shard. */
export interface BegunRun extends RunDescription {
  /** The number of tests that Playwright is about to run. */
  readonly tests: number;
  /** For each requirement, the number of these tests that cover it. */
  readonly covering?: Readonly<Record<string, number>>;
  /** For a partial run: ids of the requirements of which it leaves out no test. */
  readonly keepsTestsOf?: readonly string[];
}

/** How a run ended. */
export interface RunEnd extends Pick<RunCourse, 'errors' | 'residue'> {
  /** Whether the operator stopped it. */
  readonly interrupted?: boolean;
}

/** The record of a run, from which its report is made. */
export interface RunRecord extends BegunRun, RunEnd, RunCourse {
  readonly ran: readonly RanTest[];
  /** The reason why not all tests ended, although the operator did not stop the run. */
  readonly unfinished?: string;
  readonly knownFailures?: KnownFailures;
}

/** A verdict for each requirement of the catalogue, of a run that has ended or from what it has learned so far. */
export function judged(run: Omit<RunRecord, 'durationMs'>) {
  const ran = run.ran.map((each) => withKnown(each, run.knownFailures));
  const evidence = ran.flatMap((each) => each.evidence ?? []);
  const suiteErrors = evidence.map(({ suiteError }) => suiteError).filter((error) => error !== undefined);
  const errors = [...run.errors, ...suiteErrors];
  const hasEnded = run.interrupted !== true && run.ran.length >= run.tests && errors.length === 0;
  const isWhole = hasEnded && run.deselected === undefined;
  const deniesWrites = run.target.settings.TARGET_WRITES === 'deny';
  const results = requirements.map((requirement) => {
    const ended = evidence.filter(({ covers }) => covers.includes(requirement.id)).length;
    const left = Math.max(0, (run.covering?.[requirement.id] ?? 0) - ended);
    return requirementResult(requirement, evidence, isWhole, deniesWrites, left);
  });
  return { ran, evidence, errors, hasEnded, deniesWrites, results };
}

/** Makes the report of a run: a verdict for each requirement of the catalogue, and one for the run as a whole. */
export function buildReport(record: RunRecord): ConformanceReport {
  const {
    ran: _,
    covering: __,
    interrupted = false,
    unfinished,
    keepsTestsOf,
    knownFailures,
    ...run
  } = record;
  const { deselected, strict, target } = run;
  const { ran, evidence, errors, hasEnded, deniesWrites, results } = judged(record);
  const seen = operations.map((operation) => operationReport(operation, evidence));
  const keeps = (requirement: string) => keepsTestsOf?.includes(requirement) === true;
  const chosen = deselected === undefined ? 'all' : keeps;
  const known = knownFailures && {
    file: knownFailures.file,
    entries: standingsOf(knownFailures, { results, evidence, hasEnded, chosen, strict }),
  };
  const requirementReports = results.map((result) => requirementReport(result, ran));
  const coverage = coverageReport(
    evidence.flatMap((each) => each.seen),
    seen,
  );
  const gapsSeen = gaps.map((gap): GapReport => {
    const resting = requirementsForGap(gap.id).map(({ id }) => id);
    return {
      ...gap,
      confirmed: isConfirmed(target, gap.id),
      requirements: resting,
      observed: gapObservation(
        { id: gap.id, requirements: resting },
        { requirements: requirementReports, coverage, deniesWrites },
      ),
    };
  });
  return {
    format: reportFormat,
    ...runResult(results, {
      errors,
      strict,
      interrupted,
      unfinished,
      deselected,
      known: known && {
        file: known.file,
        excusing: known.entries.filter(({ excuses }) => excuses).map(nameOf),
        outdated: known.entries.filter(isOutdated).map((entry) => `${nameOf(entry)} (${entry.standing})`),
      },
    }),
    ...run,
    contractVersion,
    durationMs: Math.round(run.durationMs),
    endedEarly: interrupted || ran.length < run.tests ? true : undefined,
    errors,
    topics,
    clauses,
    requirements: requirementReports,
    knownFailures: known,
    gaps: gapsSeen,
    gapsToConfirm: gapsToConfirm(gapsSeen, target.confirmedGaps),
    operations: seen,
    coverage,
    tests: ran.map(({ test, evidence: { paced, lost, waits } = {} }) => ({ ...test, paced, lost, waits })),
    totals: {
      tests: ran.length,
      exchanges: sumOf([
        ...seen.map(({ exchanges }) => exchanges),
        ...evidence.map(({ outside }) => outside),
      ]),
      verdicts: countVerdicts(results),
    },
    missingOrders: missingOrders(record),
    observations: observations(ran, requirementReports),
  };
}

/** The number in the plan, unless the plan expected no test to lack items: then others took some during the run. */
function missingOrders({ ran, preflight }: RunRecord): string | undefined {
  const isLacking = ran.some(({ evidence }) => evidence !== undefined && lacksItems(evidence));
  return isLacking ? (preflight?.orders?.missing ?? 'more orders') : undefined;
}

function lacksItems({ blocked, cutShort, unreached = [] }: Evidence): boolean {
  return [...blocked, ...unreached, ...(cutShort === undefined ? [] : [cutShort])].some(
    ({ obstacles = [] }) => obstacles.includes('too few order items'),
  );
}

/** A test with its known findings marked. */
function withKnown(ran: RanTest, known: KnownFailures | undefined): RanTest {
  const { evidence } = ran;
  if (evidence === undefined || known === undefined) return ran;
  const findings = evidence.findings.map((finding) =>
    finding.known === undefined && isKnown(finding, known) ? { ...finding, known: true as const } : finding,
  );
  return { ...ran, evidence: { ...evidence, findings } };
}

/** A target for the report: without secrets. @param settings undefined if they could not be read */
export function reportedTarget(settings: Settings | undefined): ConformanceReport['target'] {
  if (settings === undefined) return { name: 'unknown', url: '', confirmedGaps: [], settings: {} };
  const { name, baseUrl: url } = settings;
  return {
    name,
    url,
    confirmedGaps: confirmedGaps(settings.confirmedGaps, contractOfTarget.file),
    settings: shownSettings(settings),
    file: targetFileReport(contractOfTarget),
  };
}

/** A target's file for the report; undefined for a target without one. */
export function targetFileReport({ file, path }: TargetContract): TargetFileReport | undefined {
  if (file === undefined || path === undefined) return undefined;
  const text = readFileSync(path, 'utf8');
  return {
    path,
    digest: createHash('sha256').update(text).digest('hex').slice(0, 12),
    steps: countSteps(file),
    learned: file.learned,
    confirmed: file.confirmed ?? [],
    open: file.open ?? {},
    text,
  };
}

function requirementReport(result: RequirementResult, ran: readonly RanTest[]): RequirementReport {
  const { requirement, findings, ...rest } = result;
  return {
    ...requirement,
    ...rest,
    findings: findings.map((finding) => ({ ...finding, test: testOf(finding, ran) })),
    notes: summed(ran.map(({ evidence }) => evidence?.notes[requirement.id] ?? {})),
    reached: furthest(
      ran.flatMap(({ evidence }) => (evidence?.verified[requirement.id] ? [evidence.reached] : [])),
    ),
  };
}

function testOf(finding: Finding, ran: readonly RanTest[]): string {
  return ran.find(({ evidence }) => evidence?.findings.includes(finding))?.test.id ?? '';
}

function operationReport(
  { operationId, method, path, rateLimit, documentedStatuses }: Operation,
  evidence: readonly Evidence[],
): OperationReport {
  const statuses = summed(evidence.map(({ operations: seen }) => seen[operationId] ?? {}));
  const durations = responseTimes(summed(evidence.map((each) => each.durations[operationId] ?? {})));
  const curves = evidence.map(({ windows = [] }) =>
    windows.findLast((each) => each.operationId === operationId),
  );
  const exhausted = curves.find((each) => each !== undefined);
  return {
    operationId,
    method,
    path,
    exchanges: sumOf(Object.values(statuses)),
    statuses,
    documented: documentedStatuses,
    durations,
    rateLimit: { stated: rateLimit, ...(exhausted && admittedIn(exhausted)) },
  };
}

/**
 * How many requests of a window passed before the first refusal; if none was refused or some were lost, more might have
 * passed.
 */
function admittedIn({ declared, points, lost }: WindowCurve) {
  const first = points.findIndex(({ status }) => status === 429);
  const observed = first === -1 ? points.length : first;
  return { declared, observed, atLeast: first === -1 || lost !== undefined || undefined };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

function countVerdicts(results: readonly RequirementResult[]): Record<Verdict, number> {
  const count = (verdict: Verdict) => results.filter((each) => each.verdict === verdict).length;
  return Object.fromEntries(verdicts.map((verdict) => [verdict, count(verdict)])) as Record<Verdict, number>;
}
