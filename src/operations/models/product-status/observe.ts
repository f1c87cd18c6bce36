import { type Concerns, compareReading, differingNumbers, readingInWords } from './compare-reading.js';
import type { StatusModel, StatusTarget } from './status-model.js';

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
  const differing = differingNumbers(model, reading);
  target.note({
    did: done,
    model: [`${model}`, ...differing.map(({ of, expected }) => `${of} ${expected}`)].join('; '),
    read: [readingInWords(model, reading), ...differing.map(({ of, actual }) => `${of} ${actual}`)].join(
      '; ',
    ),
  });
  await judgeAnswer();
  await compareReading(model, target, reading, concerns);
}
