import { availableParallelism } from 'node:os';
import { operations } from '../../contract/operations.js';
import type { LiveDescription } from '../../target/load-live-description.js';
import type { ProfileName } from '../../target/profile.js';
import type { Settings } from '../../target/settings.js';
import { shareOfShard } from '../budget/share.js';
import { scarceWorkers, sharingWorkers } from '../budget/sharing-workers.js';
import { measuredCosts } from './measured-costs.js';
import { type Plan, planOf } from './plan.js';
import { fileOf, longFiles, scarceFiles } from './scarce-files.js';
import type { TestCost } from './test-cost.js';

/** The costs of a run's tests, and their source. */
export interface KnownCosts {
  readonly costs: readonly TestCost[];
  /** When the run started that showed them, as ISO 8601; undefined if they were measured elsewhere. */
  readonly since?: string;
}

export interface PlanOptions {
  readonly settings: Settings;
  readonly profile: ProfileName;
  /** The limits that the target declares; undefined if it declares nothing. */
  readonly description?: LiveDescription | undefined;
  readonly known: KnownCosts;
  /** The number of machines that share the run. Default: one. */
  readonly shards?: number;
}

/**
 * Plans a whole run against a target whose tests share their keys.
 * @returns undefined if the costs of the tests are unknown
 */
export function planFor({
  settings,
  profile,
  description,
  known: { costs, since },
  shards = 1,
}: PlanOptions): (Plan & Pick<KnownCosts, 'since'>) | undefined {
  if (costs.length === 0) return undefined;
  const { scarce, long } = begunEarly(profile);
  const inOrder = costs.toSorted((a, b) => (a.test < b.test ? -1 : 1));
  const plan = planOf(inOrder, {
    limitOf: limitsBy(description),
    lanes: [
      { workers: scarceWorkers * shards, isOne: (cost) => scarce.includes(fileOf(cost)) },
      { isOne: (cost) => long.includes(fileOf(cost)) },
    ],
    // All shards together have the share of one run.
    share: shareOfShard(settings.rateShare),
    workers: (profile === 'smoke' ? 1 : sharingWorkers) * shards,
    keys: settings.apiKeys.length,
    speed: settings.clockSpeed,
  });
  const seconds =
    plan.seconds +
    secondsToStart(profile === 'smoke' ? 1 : sharingWorkers) +
    (settings.writes === 'allow' ? secondsToRemove / settings.clockSpeed : 0);
  return { ...plan, seconds, ...(since === undefined ? {} : { since }) };
}

/** Seconds on the target's clock to remove what a run created after its last test: a few looks. */
const secondsToRemove = 10;

/** Seconds until all parallel tests of a machine have begun: each loads the suite, as fast as its cores allow. */
function secondsToStart(workers: number): number {
  return 4 + (2.2 * workers) / availableParallelism();
}

/** Specs that a run on shared keys starts before all others, as paths below specs/. */
export interface BegunEarly {
  /** Specs that use the scarcest operation the most: a few of their tests at a time, from the start to the end. */
  readonly scarce: readonly string[];
  /** Specs with a test that takes long by itself, or that waits for an operation with few requests in a window. */
  readonly long: readonly string[];
}

/** The specs that a run of a profile starts early on shared keys. */
export function begunEarly(profile: ProfileName): BegunEarly {
  if (profile !== 'standard') return { scarce: [], long: [] };
  const costs = measuredCosts(profile);
  const limitOf = limitsBy();
  const scarce = scarceFiles(costs, limitOf);
  return { scarce, long: longFiles(costs, limitOf).filter((file) => !scarce.includes(file)) };
}

/**
 * The number of requests in a window of an operation: as the target declares it, or as the contract does (clause
 * 8.1).
 */
function limitsBy(description?: LiveDescription): (operation: string) => number {
  const limits = new Map(
    operations.map((each) => [`${each.method} ${each.path}`, description?.limitOf(each) ?? each.rateLimit]),
  );
  return (operation) => limits.get(operation) ?? Number.POSITIVE_INFINITY;
}
