import type { FullConfig } from '@playwright/test/reporter';
import { contractVersion } from '../../contract/documents/document.js';
import { hidingKeys } from '../../http/shown/printable.js';
import type { Run } from '../../target/run/run.js';
import { ofAllShards } from '../../target/run/test-choice.js';
import type { RunRecord } from '../data/build-report.js';
import { leftOutBy } from './journal-header.js';

/** A shard, as its blob describes it: everything about its run apart from its tests. */
export interface ShardRecord extends Omit<RunRecord, 'ran'> {
  /** The number of shards. */
  readonly total: number;
  /** The version of the contract. */
  readonly contract: string;
}

const nameOfShard = (current: number) => `shard ${current}`;

/**
 * Lets the blob of a shard say which run it belongs to: in Playwright's metadata, under a name with the shard's number,
 * because a merge joins the metadata of all shards. `deselected` and `tests` are about all shards together.
 */
export function describeShard(
  { shard, metadata }: FullConfig,
  { ran: _, ...record }: RunRecord,
  { run, tests }: { readonly run: Run; readonly tests: number },
): void {
  if (shard === null) return;
  const chosen = leftOutBy({ profile: run.profile.name, choice: ofAllShards(run.choice) });
  const { deselected: _own, keepsTestsOf: _tests, ...ofRun } = record;
  const described: ShardRecord = {
    ...ofRun,
    ...chosen,
    tests,
    total: shard.total,
    contract: contractVersion,
  };
  metadata[nameOfShard(shard.current)] = JSON.parse(hidingKeys(JSON.stringify(described)));
}

/** The shards of a merge, by their numbers, in their order. */
export function shardsIn(metadata: FullConfig['metadata']): ReadonlyMap<number, ShardRecord> {
  const shards = Object.entries(metadata).flatMap(([name, shard]): [number, ShardRecord][] => {
    const number = /^shard (\d+)$/.exec(name)?.[1];
    return number === undefined ? [] : [[Number(number), shard]];
  });
  return new Map(shards.toSorted(([a], [b]) => a - b));
}
