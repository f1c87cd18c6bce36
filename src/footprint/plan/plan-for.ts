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

/** The costs of a run's tests, and where they are known from. */
export interface KnownCosts {
  readonly costs: readonly TestCost[];
  /** When the run was started that showed them, as ISO 8601; undefined where they were measured elsewhere. */
  readonly since?: string;
}

export interface PlanOptions {
  readonly settings: Settings;
  readonly profile: ProfileName;
  /** What the target declares of its limits; undefined where it declares nothing. */
  readonly description?: LiveDescription | undefined;
  readonly known: KnownCosts;
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

/** Seconds of the target's clock in which what a run created is removed behind its last test: a few looks. */
const secondsToRemove = 10;

/** Seconds until all tests of a machine that run at a time have begun: each loads the suite, as fast as its cores allow. */
function secondsToStart(workers: number): number {
  return 4 + (2.2 * workers) / availableParallelism();
}

/** Specs that a run on shared keys begins before all others, as paths below specs/. */
export interface BegunEarly {
  /** Those that need the most of what is scarcest: a few of their tests at a time, from the start to the end. */
  readonly scarce: readonly string[];
  /** Those with a test that takes long by itself. */
  readonly long: readonly string[];
}

/** Which specs a run of a profile begins early on shared keys. */
export function begunEarly(profile: ProfileName): BegunEarly {
  if (profile !== 'standard') return { scarce: [], long: [] };
  const costs = measuredCosts(profile);
  const scarce = scarceFiles(costs, limitsBy());
  return { scarce, long: longFiles(costs).filter((file) => !scarce.includes(file)) };
}

/** Requests that a window of an operation takes: as the target declares it, else as the contract does (clause 8.1). */
function limitsBy(description?: LiveDescription): (operation: string) => number {
  const limits = new Map(
    operations.map((each) => [`${each.method} ${each.path}`, description?.limitOf(each) ?? each.rateLimit]),
  );
  return (operation) => limits.get(operation) ?? Number.POSITIVE_INFINITY;
}
