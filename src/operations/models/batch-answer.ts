import type { Judge } from './judge.js';

/** What a finished batch reports for one item (clause 2.1): its `success`. */
export type ItemOutcome = 'success' | 'failed';

/** A whole batch answered 400, none of its items taken up (clause 7). */
export const batchRefused = 'batch refused';

/** How a batch write ended: the outcome of each item, in the order of the request, or a refusal of the whole. */
export type BatchAnswer = readonly ItemOutcome[] | typeof batchRefused;

/** What a model expects of one item of a batch. */
export interface ExpectedOutcome<Requirement extends string> {
  readonly requirement: Requirement;
  readonly at: string;
  /** Acceptable outcomes of the item. */
  readonly outcomes: readonly ItemOutcome[];
  /** Whether a refusal of the whole batch may stem from this item. */
  readonly mayRefuseBatch: boolean;
  /** The item is malformed rather than untimely: a batch that holds it may be refused together with its good items. */
  readonly malformed?: boolean;
  /** Gaps on whose assumptions the expectation rests. */
  readonly gaps?: readonly string[];
}

/** What the answer says of the item at an index: an outcome, or that the item has none. */
export function outcomeOf(
  answer: BatchAnswer,
  index: number,
): ItemOutcome | typeof batchRefused | 'no outcome' {
  return answer === batchRefused ? answer : (answer[index] ?? 'no outcome');
}

/**
 * States for each item of a batch which outcomes are acceptable; nothing for an item that may succeed or fail.
 * Items are independent of each other (clause 7), except that a malformed one may cost the whole batch a 400.
 */
export async function judgeOutcomes<Requirement extends string>(
  judge: Judge<Requirement>,
  answer: BatchAnswer,
  items: readonly ExpectedOutcome<Requirement>[],
): Promise<void> {
  const isMalformed = items.some(({ malformed }) => malformed);
  for (const [index, { requirement, at, outcomes, mayRefuseBatch, gaps }] of items.entries()) {
    if (outcomes.length === 2) continue;
    const expected = isMalformed || mayRefuseBatch ? [...outcomes, batchRefused] : outcomes;
    await judge.judge(requirement, {
      at: `outcome of ${at}`,
      expected,
      actual: outcomeOf(answer, index),
      ...(gaps === undefined ? {} : { gaps }),
    });
  }
}

/** The answer in words, an outcome for each item: `success, failed`. */
export function answerInWords(answer: BatchAnswer): string {
  return answer === batchRefused ? answer : answer.join(', ');
}
