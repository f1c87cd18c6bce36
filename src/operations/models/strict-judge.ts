import type { Judge, Statement, Step } from './judge.js';

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
