import type { ConformanceReport } from './conformance-report.js';

/**
 * How a run used the rate limits that its tests shared: `took 8.2 min, planned 7.9 min; no unprovoked 429`.
 * @returns undefined if each test had its own limits
 */
export function paceInWords({
  tests,
  durationMs,
  preflight,
}: Pick<ConformanceReport, 'tests' | 'durationMs' | 'preflight'>): string | undefined {
  const paced = tests.flatMap((test) => test.paced ?? []);
  if (paced.length === 0) return undefined;
  const refusals = paced.reduce((sum, each) => sum + each.refusals, 0);
  const met = refusals === 0 ? 'no unprovoked 429' : `${refusals} unprovoked 429`;
  const planned =
    preflight?.expectedMinutes === undefined ? '' : `, planned ${preflight.expectedMinutes.toFixed(1)} min`;
  return `took ${(durationMs / 60_000).toFixed(1)} min${planned}; ${met}`;
}
