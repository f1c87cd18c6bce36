import type { ProfileName } from '../budget/profile.js';
import { shareOfShard } from '../budget/share.js';
import { sharingWorkers } from '../budget/sharing-workers.js';
import type { LiveDescription } from '../client/live-description.js';
import { operations } from '../contract/operations.js';
import type { Settings } from '../target/settings.js';
import { type KnownCosts, knownCosts } from './known-costs.js';
import { type Plan, planOf } from './plan.js';

export interface PlanOptions {
  readonly settings: Settings;
  readonly profile: ProfileName;
  /** What the target declares of its limits; undefined where it declares nothing. */
  readonly description?: LiveDescription | undefined;
  /** Folder in which runs are kept. */
  readonly history: string;
  /** Over how many machines the run is divided. One where it is left out. */
  readonly shards?: number;
}

/**
 * Plans a whole run against a target whose tests share their keys.
 * @returns undefined where nothing is known of what its tests cost
 */
export function planFor({
  settings,
  profile,
  description,
  history,
  shards = 1,
}: PlanOptions): (Plan & Pick<KnownCosts, 'since'>) | undefined {
  const { costs, since } = knownCosts(settings, profile, history);
  if (costs.length === 0) return undefined;
  const limits = new Map(
    operations.map((each) => [`${each.method} ${each.path}`, description?.limitOf(each) ?? each.rateLimit]),
  );
  const plan = planOf(costs, {
    limitOf: (operation) => limits.get(operation) ?? Number.POSITIVE_INFINITY,
    // All shards together have the share of one run.
    share: shareOfShard(settings.rateShare),
    workers: (profile === 'smoke' ? 1 : sharingWorkers) * shards,
    keys: settings.apiKeys.length,
    speed: settings.clockSpeed,
  });
  return { ...plan, ...(since === undefined ? {} : { since }) };
}
