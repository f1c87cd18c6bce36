import type { MergedShards } from './conformance-report.js';

/** The shards of a merged run, as the end of a sentence: `3 of 4 shards, without 2`. */
export function shardsInWords({ total, missing }: MergedShards): string {
  if (missing.length === 0) return total === 1 ? '1 shard' : `all ${total} shards`;
  return `${total - missing.length} of ${total} shards, without ${missing.join(', ')}`;
}
