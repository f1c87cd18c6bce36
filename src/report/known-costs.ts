import { measuredCosts } from '../footprint/plan/measured-costs.js';
import type { KnownCosts } from '../footprint/plan/plan-for.js';
import { costsOf } from '../footprint/plan/test-cost.js';
import type { ProfileName } from '../target/profile.js';
import { type Settings, shownSettings } from '../target/settings.js';
import type { ConformanceReport } from './conformance-report.js';
import { latestRun } from './history.js';

/**
 * The cost of a profile's tests on a target: that of its last whole run with the same settings, otherwise that on an
 * environment with everything that a target can have.
 * @param history folder with the kept runs
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
