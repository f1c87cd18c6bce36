import type { Exchange } from '../../http/exchange.js';
import { unfinished, unreadable } from '../../verdicts/batches/batch-journal.js';
import type { Submission } from '../../verdicts/batches/followed-batch.js';
import type { Batches } from './batches.js';

/**
 * Several batch writes, each of which may be refused, either at once with a status or in the result of its batch. The
 * accepted ones are followed to their end in parallel, so that on a real clock many take no longer than one.
 * @param writes pending or answered writes
 * @returns the outcome of each, in the same order
 * @throws Blocked if one was accepted but not finished at the deadline
 */
export async function submittedEach(
  batches: Batches,
  writes: readonly Promise<Exchange>[],
): Promise<readonly Submission[]> {
  const answered = await Promise.all(writes);
  const accepted = answered.filter(({ succeeded }) => succeeded);
  const acknowledged = await Promise.all(accepted.map((write) => batches.acknowledged(write)));
  const followed = await batches.watchAll(acknowledged);
  const ends = new Map(accepted.map((write, index) => [write, followed[index]]));
  return answered.map((write) => {
    const batch = ends.get(write);
    if (batch === undefined) return { write, exchange: write, trail: [write.line] };
    if (!batch.isReadable) throw unreadable(batch);
    if (!batch.finished) throw unfinished(batch, batches.deadline);
    return { write, batch, exchange: batch.exchange, trail: batch.trail };
  });
}
