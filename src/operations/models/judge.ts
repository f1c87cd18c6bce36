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
