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

/** What a run leaves behind for its report. */
export interface RunRecord {
  /** Undefined when the settings could not be read. */
  readonly settings: Settings | undefined;
  readonly evidence: readonly Evidence[];
  readonly errors: readonly string[];
  readonly deselected?: string;
  readonly strict: boolean;
  readonly interrupted?: boolean;
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
  return {
    ...runResult(results, {
      errors,
      strict,
      interrupted,
      ...(deselected === undefined ? {} : { deselected }),
    }),
    target: {
      name: run.settings?.name ?? 'unknown',
      url: run.settings?.baseUrl ?? '',
      confirmedGaps: run.settings?.confirmedGaps ?? [],
      settings: run.settings === undefined ? {} : shownSettings(run.settings),
    },
    contractVersion,
    seed: run.seed,
    startedAt: run.startedAt.toISOString(),
    durationMs: Math.round(run.durationMs),
    ...(deselected === undefined ? {} : { deselected }),
    errors,
    requirements: results.map(requirementReport),
    operations: seen,
    totals: {
      tests: run.tests,
      exchanges: seen.reduce((sum, { exchanges }) => sum + exchanges, 0),
      verdicts: countVerdicts(results),
    },
  };
}

function requirementReport({
  requirement,
  verdict,
  tests,
  exchanges,
  findings,
  reason,
}: RequirementResult): RequirementReport {
  const { id, clause, strength, from, sentence } = requirement;
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
  };
}

function operationReport(
  { operationId, method, path }: (typeof operations)[number],
  evidence: readonly Evidence[],
): OperationReport {
  const statuses: Record<string, number> = {};
  for (const { operations: seen } of evidence) {
    for (const [status, times] of Object.entries(seen[operationId] ?? {}))
      statuses[status] = (statuses[status] ?? 0) + times;
  }
  const exchanges = Object.values(statuses).reduce((sum, times) => sum + times, 0);
  return { operationId, method, path, exchanges, statuses };
}

function countVerdicts(results: readonly RequirementResult[]): Record<Verdict, number> {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of results) counts[verdict] += 1;
  return counts;
}
