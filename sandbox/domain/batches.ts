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

/** The maximum number of messages in the result of one item: a client has no use for more. */
const MOST_MESSAGES = 100;

/** The outcome of one item: its JSON exactly as it was written, so that neither numbers nor strings change (clause 2.1). */
export interface ResultEntry {
  readonly item: string;
  readonly success: boolean;
  readonly errors: readonly string[];
}

/**
 * What a results operation shows of a batch: its status, and an entry for each item in order of submission, or none
 * until the batch is finished (clause 2.1, gap G-07).
 */
export interface BatchResult {
  readonly id: string;
  /** One of BATCH_STATUSES. */
  readonly status: unknown;
  readonly entries: readonly ResultEntry[];
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
   * For how long after its end an identical submission is still answered with a batch's id (gap G-21); if
   * absent, every submission is a batch of its own.
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

/** One item of a batch: its JSON as it was written, and the action that carries it out when it is due. */
export interface Step {
  readonly text: string;
  /** Returns the messages about failures. */
  readonly carryOut: () => readonly string[];
}

/** A batch to be processed. Its steps are read when it ends. */
export interface BatchOrder {
  readonly kind: BatchKind;
  readonly steps: readonly Step[];
  /** How much longer than other batches it takes to process, in milliseconds. */
  readonly lasting?: number;
}

/** The parts that a desk needs. `onError` receives failures of the sandbox itself. */
interface BatchDeskSetting {
  timeline: Timeline;
  identifiers: Identifiers;
  random: Random;
  pace: BatchPace;
  onError(error: unknown): void;
}

/** Accepts a merchant's batches, processes them when they are due, and keeps the results. */
export type BatchDesk = ReturnType<typeof createBatchDesk>;

/** A desk without batches (clauses 1 and 3.2, gap G-07). */
export function createBatchDesk({ timeline, identifiers, random, pace, onError }: BatchDeskSetting) {
  const batches = new Map<string, { kind: BatchKind; result: BatchResult }>();
  let inFlight = 0;
  let nextFate: BatchFate | undefined;
  /** The id that identical submissions share, by their content. */
  const shared = new Map<string, string>();

  /** Carries out one item; undefined if the sandbox itself fails. */
  function outcomeOf({ carryOut }: Step): readonly string[] | undefined {
    try {
      return carryOut().slice(0, MOST_MESSAGES);
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  /** Carries out the items, in order, and returns the result. */
  function process(id: string, { steps }: BatchOrder): BatchResult {
    const outcomes = steps.map(outcomeOf);
    const entries = steps.map(({ text }, index) => {
      const { [index]: errors = ['The item could not be processed'] } = outcomes;
      return { item: text, success: errors.length === 0, errors };
    });
    const hasFailed = outcomes.length > 0 && outcomes.every((errors) => errors === undefined);
    return { id, status: hasFailed ? 'failed' : 'completed', entries };
  }

  function fail(id: string, { steps }: BatchOrder): BatchResult {
    const failure = { success: false, errors: ['The batch failed as a whole'] };
    return { id, status: 'failed', entries: steps.map(({ text }) => ({ item: text, ...failure })) };
  }

  return {
    /** The number of batches that are not finished. */
    get inFlight(): number {
      return inFlight;
    },
    /** Accepts a batch and returns its id; its effects become visible when it is finished. */
    submit(order: BatchOrder): string {
      const { sharedFor } = pace;
      const texts = sharedFor === undefined ? [] : order.steps.map(({ text }) => text);
      const submission = `${order.kind} ${texts.join()}`;
      const earlier = shared.get(submission);
      if (earlier !== undefined) return earlier;
      const fate = nextFate;
      nextFate = undefined;
      const retried = random.next() < pace.retryShare;
      const id = identifiers.uuid();
      const pending: BatchResult = { id, status: 'pending', entries: [] };
      const entry = { kind: order.kind, result: pending };
      batches.set(id, entry);
      inFlight++;
      let due = 0;
      const isRetried = fate === undefined ? retried : fate === 'retried';
      for (const [status, duration] of stagesOf(pace, isRetried, order.lasting)) {
        if (due > 0)
          timeline.after(due, () => {
            entry.result = { ...pending, status };
          });
        due += duration;
      }
      timeline.after(due, () => {
        inFlight--;
        entry.result = fate === 'failed' ? fail(id, order) : process(id, order);
      });
      if (sharedFor !== undefined) {
        shared.set(submission, id);
        timeline.after(due + sharedFor, () => shared.delete(submission));
      }
      return id;
    },
    /**
     * The state of a batch of this kind (clause 2.1); undefined if the id is unknown or belongs to a batch of a different
     * kind.
     */
    find(kind: BatchKind, id: string): BatchResult | undefined {
      const entry = batches.get(id);
      return entry?.kind === kind ? entry.result : undefined;
    },
    /** Decides how the next batch ends; a later call replaces an earlier one. */
    decideNext(fate: BatchFate): void {
      nextFate = fate;
    },
  };
}
