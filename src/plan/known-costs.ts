import type { ProfileName } from '../budget/profile.js';
import type { ConformanceReport } from '../report/conformance-report.js';
import { latestRun } from '../report/history.js';
import { type Settings, shownSettings } from '../target/settings.js';
import { measuredCosts } from './measured-costs.js';
import { costsOf, type TestCost } from './test-cost.js';

/** The costs of a run's tests, and where they are known from. */
export interface KnownCosts {
  readonly costs: readonly TestCost[];
  /** When the run was started that showed them, as ISO 8601; undefined where they were measured elsewhere. */
  readonly since?: string;
}

/**
 * What the tests of a profile cost on a target: as they did in its last whole run with the same settings, else as they did
 * on an environment with all that a target can have.
 * @param history folder in which runs are kept
 */
export function knownCosts(settings: Settings, profile: ProfileName, history: string): KnownCosts {
  const isAlike = (report: ConformanceReport) =>
    report.profile === profile &&
    report.tests.some(({ paced }) => paced !== undefined) &&
    JSON.stringify(report.target.settings) === JSON.stringify(shownSettings(settings));
  const last = latestRun(history, settings.name, isAlike);
  if (last !== undefined) return { costs: costsOf(last.tests, settings.clockSpeed), since: last.startedAt };
  return { costs: measuredCosts(profile) };
}
