import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import type { Exchange } from '../../http/exchange.js';
import { Falsified } from '../../verdicts/interruptions.js';
import type { Witness } from '../../verdicts/recorder.js';
import type { Judge, Statement, Step } from '../models/judge.js';

/** Makes an assertion of a model's statement. @returns whether it holds */
export type VerifyStatement<Requirement extends RequirementId> = (
  requirement: Requirement,
  witness: Witness,
  statement: Statement,
) => Promise<boolean>;

/**
 * Verifies what a model states about the target. Drivers build on it: it keeps what a model noted as the trail of a
 * finding.
 */
export abstract class VerifyingJudge<Requirement extends RequirementId> implements Judge<Requirement> {
  readonly #verify: VerifyStatement<Requirement>;
  readonly #trail: Step[] = [];

  constructor(verify: VerifyStatement<Requirement>) {
    this.#verify = verify;
  }

  /** The exchange in which a reader finds what a statement is about. */
  protected abstract exchangeAbout(statement: Statement): Exchange;

  /** The write whose effect the statements are about, where each follows on one. */
  protected get lastWrite(): Exchange | undefined {
    return undefined;
  }

  /** @throws Falsified where the statement doesn't hold: what comes behind it would be judged by a wrong model */
  async judge(requirement: Requirement, statement: Statement): Promise<void> {
    const write = this.lastWrite;
    const witness = {
      exchange: this.exchangeAbout(statement),
      trail: [...this.#trail],
      ...(write === undefined ? {} : { write }),
    };
    if (await this.#verify(requirement, witness, statement)) return;
    throw new Falsified(`${requirement} is violated at ${statement.at}`);
  }

  note(step: Step): void {
    this.#trail.push(step);
  }
}
