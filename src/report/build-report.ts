import type { ProfileName } from '../budget/profile.js';
import { contractVersion } from '../contract/document.js';
import { operations } from '../contract/operations.js';
import { requirements } from '../requirements/catalogue.js';
import { type Settings, shownSettings } from '../target/settings.js';
import type { Evidence } from '../verdicts/evidence.js';
import {
  type RequirementResult,
  requirementResult,
  type Verdict,
  verdicts,
} from '../verdicts/requirement-verdict.js';
import { runResult } from '../verdicts/run-verdict.js';
import type { ConformanceReport, OperationReport, RequirementReport } from './conformance-report.js';
import { coverageReport } from './coverage-report.js';

/** What a run leaves behind for its report. */
export interface RunRecord {
  /** Undefined when the settings could not be read. */
  readonly settings: Settings | undefined;
  readonly evidence: readonly Evidence[];
  readonly errors: readonly string[];
  readonly deselected?: string;
  readonly strict: boolean;
  readonly interrupted?: boolean;
  readonly profile: ProfileName;
  readonly seed: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly tests: number;
}

/** Makes the report of a run: a verdict for each requirement of the catalogue, and one for the whole. */
export function buildReport(run: RunRecord): ConformanceReport {
  const results = requirements.map((requirement) => requirementResult(requirement, run.evidence));
  const suiteErrors = run.evidence.map(({ suiteError }) => suiteError).filter((error) => error !== undefined);
  const errors = [...run.errors, ...suiteErrors];
  const { deselected, strict, interrupted = false } = run;
  const seen = operations.map((operation) => operationReport(operation, run.evidence));
  // What was chosen may be of requests that are all answered alike.
  const onlyStatus = deselected === undefined ? onlyStatusIn(seen) : undefined;
  return {
    ...runResult(results, {
      errors,
      strict,
      interrupted,
      ...(deselected === undefined ? {} : { deselected }),
      ...(onlyStatus === undefined ? {} : { onlyStatus }),
    }),
    target: {
      name: run.settings?.name ?? 'unknown',
      url: run.settings?.baseUrl ?? '',
      confirmedGaps: run.settings?.confirmedGaps ?? [],
      settings: run.settings === undefined ? {} : shownSettings(run.settings),
    },
    contractVersion,
    profile: run.profile,
    seed: run.seed,
    startedAt: run.startedAt.toISOString(),
    durationMs: Math.round(run.durationMs),
    ...(deselected === undefined ? {} : { deselected }),
    errors,
    requirements: results.map((result) => requirementReport(result, run.evidence)),
    operations: seen,
    coverage: coverageReport(
      run.evidence.flatMap((each) => each.seen),
      seen,
    ),
    totals: {
      tests: run.tests,
      exchanges: sumOf([
        ...seen.map(({ exchanges }) => exchanges),
        ...run.evidence.map(({ outside }) => outside),
      ]),
      verdicts: countVerdicts(results),
    },
  };
}

function requirementReport(result: RequirementResult, evidence: readonly Evidence[]): RequirementReport {
  const { requirement, verdict, tests, exchanges, findings, reason } = result;
  const { id, clause, strength, from, sentence } = requirement;
  const notes = summed(evidence.map((each) => each.notes[id] ?? {}));
  return {
    id,
    clause,
    strength,
    from,
    sentence,
    verdict,
    tests,
    exchanges,
    findings,
    ...(reason === undefined ? {} : { reason }),
    notes,
  };
}

function operationReport(
  { operationId, method, path, rateLimit }: (typeof operations)[number],
  evidence: readonly Evidence[],
): OperationReport {
  const statuses = summed(evidence.map(({ operations: seen }) => seen[operationId] ?? {}));
  const exhausted = evidence.map(({ admitted }) => admitted[operationId]).find((each) => each !== undefined);
  return {
    operationId,
    method,
    path,
    exchanges: sumOf(Object.values(statuses)),
    statuses,
    rateLimit: { stated: rateLimit, ...exhausted },
  };
}

/** Operations that must have been called before their answers can be called alike. */
const enoughOperations = 10;

/** The status of every answer, where many operations were called and there was only one. */
function onlyStatusIn(seen: readonly OperationReport[]): string | undefined {
  const called = seen.filter(({ exchanges }) => exchanges > 0);
  const [only, ...others] = new Set(called.flatMap(({ statuses }) => Object.keys(statuses)));
  return called.length >= enoughOperations && others.length === 0 ? only : undefined;
}

/** Adds up counts by their names. */
function summed(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const each of counts)
    for (const [name, times] of Object.entries(each)) sums[name] = (sums[name] ?? 0) + times;
  return sums;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

function countVerdicts(results: readonly RequirementResult[]): Record<Verdict, number> {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}
