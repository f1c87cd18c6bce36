/** What a model says about the target, beside what it found. */
export interface Statement {
  /** What it is about: `status of style 1 (ct-1)`. */
  readonly at: string;
  /** Every acceptable answer, in words. */
  readonly expected: readonly string[];
  readonly actual: string;
  /** Gaps on whose assumptions it rests: where it doesn't hold, it may be only that one of them doesn't. */
  readonly gaps?: readonly string[];
}

/** What every target of a model has: it is told each statement, and what happened. */
export interface Judge<Requirement extends string> {
  /**
   * Hears a statement, whether it holds or not, so that what was verified can be counted. It holds when `actual` is one
   * of the expected answers. A command says nothing where every answer would be acceptable.
   * @throws where the statement doesn't hold
   */
  judge(requirement: Requirement, statement: Statement): Promise<void>;
  /** Hears what a command did, before the statements about it. */
  note(step: Step): void;
}

/** What a command did, in words: with its answer, the state that the model holds for possible, and the one that was read. */
export interface Step {
  readonly did: string;
  readonly model: string;
  /** Absent where the answer says it all. */
  readonly read?: string;
}

/** A statement of a model that doesn't hold. */
export class Mismatch extends Error {
  override readonly name = 'Mismatch';
  readonly requirement: string;
  readonly statement: Statement;

  constructor(requirement: string, statement: Statement) {
    const { at, expected, actual } = statement;
    super(`${requirement}: expected ${expected.join(', or ')} at ${at}, but got ${actual}`);
    this.requirement = requirement;
    this.statement = statement;
  }
}

/** Counts the statements that hold, keeps the trail, and throws on the first statement that doesn't hold. */
export class StrictJudge<Requirement extends string> implements Judge<Requirement> {
  /** How many statements held, for each requirement. */
  readonly verified = new Map<Requirement, number>();
  /** What each command did. */
  readonly trail: Step[] = [];

  /** @throws Mismatch when `actual` is none of the expected answers */
  async judge(requirement: Requirement, statement: Statement): Promise<void> {
    if (!statement.expected.includes(statement.actual)) throw new Mismatch(requirement, statement);
    this.verified.set(requirement, (this.verified.get(requirement) ?? 0) + 1);
  }

  note(step: Step): void {
    this.trail.push(step);
  }
}

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
