import { type Concerns, compareReading, readingInWords } from './compare-reading.js';
import type { StatusModel } from './status-model.js';
import type { StatusTarget } from './status-target.js';

/**
 * Ends a command: reads all products, notes what happened, and compares.
 * @param done what the command did, in words
 * @param judgeAnswer states what the command's own answer must have been, before what was read
 */
export async function observe(
  model: StatusModel,
  target: StatusTarget,
  done: string,
  judgeAnswer: () => Promise<void> = async () => {},
  concerns?: Concerns,
): Promise<void> {
  model.letTimePass();
  const reading = await target.poll();
  target.note({ did: done, model: `${model}`, read: readingInWords(model, reading) });
  await judgeAnswer();
  await compareReading(model, target, reading, concerns);
}
