import type { Identifiers } from '../identifiers.js';
import type { Random } from '../random.js';
import type { Timeline } from '../time/timeline.js';
import { type BatchFate, type BatchKind, type BatchPace, entryText, resultText, stagesOf } from './batch.js';

/** How many finished batches of a merchant are kept; the oldest are forgotten first. */
export const FINISHED_BATCHES_KEPT = 5_000;
/** How many characters the results of a merchant's finished batches hold at most. */
export const FINISHED_LENGTH_KEPT = 64 * 1024 * 1024;
/** How many bytes of bodies a merchant's batches that are not finished hold at most. */
export const MOST_WAITING_BYTES = 128 * 1024 * 1024;

/** Thrown when a merchant's batches that wait hold too much; the message says so. */
export class TooMuchWaiting extends Error {}

/** A batch to be processed: `apply` carries out one item and returns what went wrong, if anything. */
export interface BatchOrder<Item> {
  kind: BatchKind;
  items: readonly Item[];
  /** The items as they were written, in JSON. */
  texts: readonly string[];
  /** The size of the request body. */
  bytes: number;
  apply(item: Item): readonly string[];
}

/** Takes a merchant's batches, processes them in their time and keeps the results. */
export interface BatchDesk {
  /** Accepts a batch and returns its id; what it changes becomes visible when it is finished. Throws TooMuchWaiting. */
  submit<Item>(order: BatchOrder<Item>): string;
  /** The state of a batch of this kind, as JSON (clause 2.1); undefined when the id is unknown or of another kind. */
  find(kind: BatchKind, id: string): string | undefined;
  /** Decides how the next batch ends; the last word counts. */
  decideNext(fate: BatchFate): void;
  clear(): void;
}

interface Entry {
  kind: BatchKind;
  result: string;
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
  let finished: { id: string; length: number }[] = [];
  let finishedLength = 0;
  let waitingBytes = 0;
  let nextFate: BatchFate | undefined;

  function finish(id: string, entry: Entry, result: string): void {
    entry.result = result;
    finished.push({ id, length: result.length });
    finishedLength += result.length;
    while (
      finished.length > FINISHED_BATCHES_KEPT ||
      (finishedLength > FINISHED_LENGTH_KEPT && finished.length > 1)
    ) {
      const oldest = finished.shift();
      if (oldest === undefined) return;
      finishedLength -= oldest.length;
      batches.delete(oldest.id);
    }
  }

  /** Carries out the items, in order, and returns the result. */
  function process<Item>(id: string, { items, texts, apply }: BatchOrder<Item>): string {
    let failures = 0;
    const entries = items.map((item, index) => {
      const text = texts[index] ?? JSON.stringify(item);
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

  function fail(id: string, texts: readonly string[]): string {
    return resultText(
      id,
      'failed',
      texts.map((text) => entryText(text, ['The batch failed as a whole'])),
    );
  }

  return {
    submit(order) {
      if (waitingBytes + order.bytes > MOST_WAITING_BYTES)
        throw new TooMuchWaiting(`batches that wait can hold at most ${MOST_WAITING_BYTES} bytes`);
      const fate = nextFate;
      nextFate = undefined;
      const retried = random.next() < pace.retryShare;
      const id = identifiers.uuid();
      const entry: Entry = { kind: order.kind, result: resultText(id, 'pending', []) };
      batches.set(id, entry);
      waitingBytes += order.bytes;
      let due = 0;
      for (const [status, duration] of stagesOf(pace, fate === undefined ? retried : fate === 'retried')) {
        if (due > 0)
          timeline.after(due, () => {
            entry.result = resultText(id, status, []);
          });
        due += duration;
      }
      timeline.after(due, () => {
        waitingBytes -= order.bytes;
        finish(id, entry, fate === 'failed' ? fail(id, order.texts) : process(id, order));
      });
      return id;
    },
    find(kind, id) {
      const entry = batches.get(id);
      return entry?.kind === kind ? entry.result : undefined;
    },
    decideNext(fate) {
      nextFate = fate;
    },
    clear() {
      batches.clear();
      finished = [];
      finishedLength = 0;
      waitingBytes = 0;
      nextFate = undefined;
    },
  };
}
