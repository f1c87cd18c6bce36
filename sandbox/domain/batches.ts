import type { Identifiers, Random } from './random.js';
import type { Timeline } from './time.js';

/** The kind of data that a batch changes; each kind has its own results operation (clause 4.6). */
export const BATCH_KINDS = ['products', 'status', 'stock', 'price', 'cancel', 'ship', 'return'] as const;
export type BatchKind = (typeof BATCH_KINDS)[number];

/** The processing status of a batch (clauses 2.1 and 3.2). */
export const BATCH_STATUSES = ['pending', 'processing', 'completed', 'retry', 'failed'] as const;
type BatchStatus = (typeof BATCH_STATUSES)[number];

/** How a batch can end regardless of its items: it fails as a whole, or it is retried first. */
export const BATCH_FATES = ['failed', 'retried'] as const;
type BatchFate = (typeof BATCH_FATES)[number];

/** The most messages in the result of one item: a client has no use for more. */
export const MOST_MESSAGES = 100;

/**
 * The response of a results operation, as JSON: batchRequestId, status and items, with an entry for each item in order
 * of submission, or none until the batch is finished (clause 2.1, gap G-07). `entries` are JSON strings too.
 */
function resultText(id: string, status: BatchStatus, entries: readonly string[]): string {
  return `{"batchRequestId":"${id}","status":"${status}","items":[${entries.join(',')}]}`;
}

/**
 * The entry of one item, as JSON: requestItem, success and errors (clause 2.1). `item` is the item exactly as it
 * was written, so neither numbers nor strings change on their way back.
 */
function entryText(item: string, errors: readonly string[]): string {
  return `{"requestItem":${item},"success":${errors.length === 0},"errors":${JSON.stringify(errors.slice(0, MOST_MESSAGES))}}`;
}

/** How long the stages of a batch take, in milliseconds of the merchant's clock, and how often one is retried. */
interface BatchPace {
  pending: number;
  processing: number;
  /** The time that a retry adds: half of it in status retry, half being processed again. */
  retry: number;
  /** The share of batches that are retried once, 0 to 1. */
  retryShare: number;
  /**
   * How long after its end an equal submission still gets a batch's id (gap G-21); without it, every submission is a
   * batch of its own.
   */
  sharedFor?: number;
}

/** The pace of the clean sandbox. */
export const BATCH_PACE: BatchPace = { pending: 1_000, processing: 2_000, retry: 2_000, retryShare: 0.15 };

/** The stages that a batch goes through before it is finished, and the milliseconds in each (gap G-07). */
function stagesOf(pace: BatchPace, retried: boolean, lasting = 0): readonly [BatchStatus, number][] {
  const stages: [BatchStatus, number][] = [
    ['pending', pace.pending],
    ['processing', pace.processing + lasting],
  ];
  if (retried) stages.push(['retry', pace.retry / 2], ['processing', pace.retry / 2]);
  return stages;
}

/** A batch to be processed: `apply` carries out one item and returns what went wrong, if anything. */
export interface BatchOrder<Item> {
  kind: BatchKind;
  items: readonly Item[];
  /** The items as they were written, in JSON. */
  strings: readonly string[];
  /** How much longer than others it is being processed, in milliseconds. */
  lasting?: number;
  apply(item: Item): readonly string[];
}

interface ScheduledBatch {
  kind: BatchKind;
  result: string;
}

/** The parts that a desk needs. `onError` receives failures of the sandbox itself. */
interface BatchDeskSetting {
  timeline: Timeline;
  identifiers: Identifiers;
  random: Random;
  pace: BatchPace;
  onError(error: unknown): void;
}

/** Accepts a merchant's batches, processes them in due time and keeps the results. */
export type BatchDesk = ReturnType<typeof createBatchDesk>;

/** A desk without batches (clauses 1 and 3.2, gap G-07). */
export function createBatchDesk({ timeline, identifiers, random, pace, onError }: BatchDeskSetting) {
  const batches = new Map<string, ScheduledBatch>();
  let inFlight = 0;
  let nextFate: BatchFate | undefined;
  /** The ids that equal submissions get. */
  const shared = new Map<string, string>();

  /** Carries out the items, in order, and returns the result. */
  function process<Item>(id: string, { items, strings, apply }: BatchOrder<Item>): string {
    let failures = 0;
    const entries = items.map((item, index) => {
      const text = strings[index] ?? JSON.stringify(item);
      try {
        return entryText(text, apply(item));
      } catch (error) {
        failures++;
        onError(error);
        return entryText(text, ['The item could not be processed']);
      }
    });
    return resultText(id, failures > 0 && failures === items.length ? 'failed' : 'completed', entries);
  }

  function fail(id: string, strings: readonly string[]): string {
    return resultText(
      id,
      'failed',
      strings.map((text) => entryText(text, ['The batch failed as a whole'])),
    );
  }

  return {
    /** The number of batches that are not finished. */
    get inFlight(): number {
      return inFlight;
    },
    /** Accepts a batch and returns its id; its effects become visible when it is finished. */
    submit<Item>(order: BatchOrder<Item>): string {
      const { sharedFor } = pace;
      const submission = sharedFor === undefined ? '' : `${order.kind} ${order.strings.join()}`;
      const earlier = shared.get(submission);
      if (earlier !== undefined) return earlier;
      const fate = nextFate;
      nextFate = undefined;
      const retried = random.next() < pace.retryShare;
      const id = identifiers.uuid();
      const entry: ScheduledBatch = { kind: order.kind, result: resultText(id, 'pending', []) };
      batches.set(id, entry);
      inFlight++;
      let due = 0;
      const isRetried = fate === undefined ? retried : fate === 'retried';
      for (const [status, duration] of stagesOf(pace, isRetried, order.lasting)) {
        if (due > 0)
          timeline.after(due, () => {
            entry.result = resultText(id, status, []);
          });
        due += duration;
      }
      timeline.after(due, () => {
        inFlight--;
        entry.result = fate === 'failed' ? fail(id, order.strings) : process(id, order);
      });
      if (sharedFor !== undefined) {
        shared.set(submission, id);
        timeline.after(due + sharedFor, () => shared.delete(submission));
      }
      return id;
    },
    /**
     * The state of a batch of this kind, as JSON (clause 2.1); undefined if the id is unknown or belongs to a batch of
     * a different kind.
     */
    find(kind: BatchKind, id: string): string | undefined {
      const entry = batches.get(id);
      return entry?.kind === kind ? entry.result : undefined;
    },
    /** Decides how the next batch ends; a later call replaces an earlier one. */
    decideNext(fate: BatchFate): void {
      nextFate = fate;
    },
  };
}
