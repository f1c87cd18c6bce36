import type { Identifiers } from '../identifiers.js';
import type { Random } from '../random.js';
import type { Timeline } from '../time/timeline.js';
import { type BatchKind, type BatchPace, type BatchResult, type ItemResult, stagesOf } from './batch.js';

/** How many finished batches of a merchant are kept; the oldest are forgotten first. */
export const FINISHED_BATCHES_KEPT = 5_000;
/** How many bytes of submitted bodies the finished batches of a merchant hold at most. */
export const FINISHED_BYTES_KEPT = 64 * 1024 * 1024;

/** A batch to be processed: `apply` carries out one item and returns what went wrong, if anything. */
export interface BatchOrder<Item> {
  kind: BatchKind;
  items: readonly Item[];
  /** The size of the request body. */
  bytes: number;
  apply(item: Item): readonly string[];
}

/** Takes a merchant's batches, processes them in their time and keeps the results. */
export interface BatchDesk {
  /** Accepts a batch and returns its id; what it changes becomes visible when it is finished. */
  submit<Item>(order: BatchOrder<Item>): string;
  /** The state of a batch of this kind; undefined when the id is unknown or of another kind. */
  find(kind: BatchKind, id: string): BatchResult | undefined;
  clear(): void;
}

interface Entry {
  kind: BatchKind;
  bytes: number;
  result: BatchResult;
}

/** What a desk works with. `onError` hears of failures that are the sandbox's own. */
export interface BatchDeskSetting {
  timeline: Timeline;
  identifiers: Identifiers;
  random: Random;
  pace: BatchPace;
  onError(error: unknown): void;
}

/** A desk without batches (clauses 1 and 3.2, gap G-07). */
export function createBatchDesk({
  timeline,
  identifiers,
  random,
  pace,
  onError,
}: BatchDeskSetting): BatchDesk {
  const batches = new Map<string, Entry>();
  let finished: { id: string; bytes: number }[] = [];
  let finishedBytes = 0;

  function finish(id: string, entry: Entry, items: readonly ItemResult[], broken: boolean): void {
    entry.result = { batchRequestId: id, status: broken ? 'failed' : 'completed', items };
    finished.push({ id, bytes: entry.bytes });
    finishedBytes += entry.bytes;
    while (
      finished.length > FINISHED_BATCHES_KEPT ||
      (finishedBytes > FINISHED_BYTES_KEPT && finished.length > 1)
    ) {
      const oldest = finished.shift();
      if (oldest === undefined) return;
      finishedBytes -= oldest.bytes;
      batches.delete(oldest.id);
    }
  }

  function process<Item>({ items, apply }: BatchOrder<Item>): { results: ItemResult[]; broken: boolean } {
    let failures = 0;
    const results = items.map((item): ItemResult => {
      try {
        const errors = apply(item);
        return { requestItem: item, success: errors.length === 0, errors };
      } catch (error) {
        failures++;
        onError(error);
        return { requestItem: item, success: false, errors: ['The item could not be processed'] };
      }
    });
    return { results, broken: failures > 0 && failures === items.length };
  }

  return {
    submit(order) {
      const id = identifiers.uuid();
      const entry: Entry = {
        kind: order.kind,
        bytes: order.bytes,
        result: { batchRequestId: id, status: 'pending', items: [] },
      };
      batches.set(id, entry);
      let due = 0;
      for (const [status, duration] of stagesOf(pace, random.next() < pace.retryShare)) {
        if (due > 0)
          timeline.after(due, () => {
            entry.result = { batchRequestId: id, status, items: [] };
          });
        due += duration;
      }
      timeline.after(due, () => {
        const { results, broken } = process(order);
        finish(id, entry, results, broken);
      });
      return id;
    },
    find(kind, id) {
      const entry = batches.get(id);
      return entry?.kind === kind ? entry.result : undefined;
    },
    clear() {
      batches.clear();
      finished = [];
      finishedBytes = 0;
    },
  };
}
