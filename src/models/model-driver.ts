import fc from 'fast-check';
import { operation } from '../contract/operations.js';
import type { RequirementId } from '../contract/requirements/requirement-ids.generated.js';
import type { OperationId } from '../contract/types.js';
import { gapsOfStatus, mayRefuseWith } from '../contract/unspecified.js';
import { placeInWords } from '../contract/values/place.js';
import type { Exchange } from '../http/exchange.js';
import type { SubmitEach } from '../operations/repeated-batches.js';
import { Blocked, Falsified, notAccepted } from '../verdicts/finding.js';
import { entriesForEach } from '../verdicts/oracles/batches/batch-entries.js';
import type { Submission } from '../verdicts/oracles/batches/followed-batch.js';
import type { OracleResult, Statement } from '../verdicts/oracles/violation.js';
import type { ShownTransition } from '../verdicts/recording/observations.js';
import type { Witness } from '../verdicts/recording/recorder.js';

/** A command in words: what it did, the response, the state that the model expects, and the state that was read. */
interface CommandInWords {
  readonly did: string;
  readonly model: string;
  /** Absent if the response says everything. */
  readonly read?: string;
}

/** Makes an assertion of a model's statement. @returns whether it holds */
export type VerifyStatement<Requirement extends RequirementId> = (
  requirement: Requirement,
  witness: Witness,
  statement: Statement,
) => Promise<boolean>;

/** Plays a model against the target. It verifies the model's statements, each with the steps that led to it. */
export abstract class ModelDriver<Requirement extends RequirementId> {
  readonly #verify: VerifyStatement<Requirement>;
  readonly #trail: CommandInWords[] = [];

  constructor(verify: VerifyStatement<Requirement>) {
    this.#verify = verify;
  }

  /** The exchange that shows a reader the subject of a statement. */
  protected abstract exchangeAbout(statement: Statement): Exchange;

  /** The write whose effect the statements judge, if each of them follows a write. */
  protected get lastWrite(): Exchange | undefined {
    return undefined;
  }

  /**
   * Verifies a statement, whether it holds or not, so that the verified ones can be counted.
   * @throws Falsified if it doesn't hold: the model would be wrong about everything after it
   */
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

  /** Verifies the result of an oracle about what was read; one that had nothing to look at says nothing. */
  async judgeResult(requirement: Requirement, result: OracleResult): Promise<void> {
    if (result !== undefined && 'inconclusive' in result) return;
    const foreseen = 'as foreseen';
    const { at, expected = [foreseen], actual = foreseen, gaps = [] } = result ?? {};
    const place = at === undefined ? 'what was read' : placeInWords(at);
    await this.judge(requirement, { at: place, expected, actual, gaps });
  }

  /** Records a command before the statements about it. */
  note(command: CommandInWords): void {
    this.#trail.push(command);
  }
}

/** The outcome that a finished batch reports for one item (clause 2.1): its `success`. */
type ItemOutcome = 'success' | 'failed';

/** The target answered the whole batch with a refusal and took none of its items (clause 7). */
export const batchRefused = 'batch refused';

/** How a batch write ended: the outcome of each item, in the order of the request, or a refusal of the whole batch. */
export type BatchResponse = readonly ItemOutcome[] | typeof batchRefused;

/** The expectation of a model for one item of a batch. */
export interface ExpectedOutcome<Requirement extends RequirementId> {
  readonly requirement: Requirement;
  readonly at: string;
  /** Acceptable outcomes of the item. */
  readonly outcomes: readonly ItemOutcome[];
  /** Whether a refusal of the whole batch may stem from this item. */
  readonly mayRefuseBatch: boolean;
  /** Whether the item is malformed: then the batch may be refused together with its good items. */
  readonly malformed?: boolean;
  /** Gaps on whose assumptions the expectation rests. */
  readonly gaps?: readonly string[];
}

/** The outcome of the item at an index, according to a response. */
export function outcomeOf(
  response: BatchResponse,
  index: number,
): ItemOutcome | typeof batchRefused | 'no outcome' {
  return response === batchRefused ? response : (response[index] ?? 'no outcome');
}

/** The response in words, an outcome for each item: `success, failed`. */
function responseInWords(response: BatchResponse): string {
  return response === batchRefused ? response : response.join(', ');
}

/**
 * The outcomes of the items of a submission.
 * @throws Blocked if the response is neither a batch nor a refusal: the checks have judged it already
 */
function batchResponseOf({ batch, write }: Submission, items: readonly unknown[]): BatchResponse {
  if (batch === undefined && mayRefuseWith(operation(write.operationId), write.status)) return batchRefused;
  if (batch === undefined) throw notAccepted('the batch was not accepted', write);
  return entriesForEach(batch.items, items).map((entry) => {
    if (entry !== undefined) return entry.success ? 'success' : 'failed';
    throw new Blocked(`the result of batch ${batch.batchRequestId} lacks an entry for an item`);
  });
}

export interface BatchDriverOptions<Requirement extends RequirementId> {
  readonly verify: VerifyStatement<Requirement>;
  readonly submitEach: SubmitEach;
  /** Gets each transition that the target shows, as far as nobody else notes it. */
  readonly moved: (transition: ShownTransition) => void;
}

/** A batch write and its items. */
interface SubmittedBatch {
  readonly operationId: OperationId;
  readonly items: readonly unknown[];
}

/** Plays a model whose commands are batches. */
export abstract class BatchDriver<Requirement extends RequirementId> extends ModelDriver<Requirement> {
  readonly #submitEach: SubmitEach;
  #submission: Submission | undefined;
  #unread: OperationId | undefined;

  readonly moved: BatchDriverOptions<Requirement>['moved'];
  /** What became of each batch that has ended, oldest first. */
  readonly ended: Submission[] = [];

  constructor({ verify, submitEach, moved }: BatchDriverOptions<Requirement>) {
    super(verify);
    this.#submitEach = submitEach;
    this.moved = moved;
  }

  /** The reading of the list that shows a key; undefined if nothing was read. */
  protected abstract readingOf(key?: string, list?: 'active'): Exchange | undefined;

  protected exchangeAbout({ shownBy }: Statement): Exchange {
    const exchange =
      shownBy === 'response' ? this.#submission?.exchange : this.readingOf(shownBy?.key, shownBy?.list);
    if (exchange === undefined) throw new Error('The model stated something before anything was sent.');
    return exchange;
  }

  protected override get lastWrite(): Exchange | undefined {
    return this.#submission?.write;
  }

  /** Submits batches at the same time and follows them to their ends. @returns how they ended, item by item */
  async submit(batches: readonly SubmittedBatch[]): Promise<BatchResponse> {
    this.#unread = batches[0]?.operationId;
    const submitted = batches.map(({ operationId, items }) => this.#submitEach(operationId, [items]));
    const submissions = (await Promise.all(submitted)).flat();
    [this.#submission] = submissions;
    this.ended.push(...submissions.filter(({ batch }) => batch !== undefined));
    const responses = submissions.map((each, index) => batchResponseOf(each, batches[index]?.items ?? []));
    const outcomes = responses.filter((each) => each !== batchRefused);
    return outcomes.length < responses.length ? batchRefused : outcomes.flat();
  }

  /** The operation of the batch write that was sent since the last call; undefined if there was none. */
  takeWrite(): OperationId | undefined {
    const write = this.#unread;
    this.#unread = undefined;
    return write;
  }

  /**
   * Verifies the outcome of each item of a batch, except of one that may either succeed or fail.
   * Items are independent of each other (clause 7), except that a malformed one may cost the whole batch a 400.
   */
  async judgeOutcomes(
    response: BatchResponse,
    items: readonly ExpectedOutcome<Requirement>[],
  ): Promise<void> {
    const isMalformed = items.some(({ malformed }) => malformed);
    const write = response === batchRefused ? this.#submission?.write : undefined;
    const refused =
      write &&
      gapsOfStatus({
        operationId: write.operationId,
        status: write.status,
        expected: [200],
        items: items.length,
      });
    for (const [index, { requirement, at, outcomes, mayRefuseBatch, gaps = [] }] of items.entries()) {
      if (outcomes.length === 2) continue;
      await this.judge(requirement, {
        at: `outcome of ${at}`,
        shownBy: 'response',
        expected: isMalformed || mayRefuseBatch ? [...outcomes, batchRefused] : outcomes,
        actual: outcomeOf(response, index),
        gaps: [...gaps, ...(refused ?? [])],
      });
    }
  }
}

/** A command of a model, which says in words what it does. */
export function command<Model extends object, Driver>(
  inWords: string,
  run: (model: Model, driver: Driver) => Promise<void>,
  isPossible: (model: Model) => boolean = () => true,
): fc.AsyncCommand<Model, Driver> {
  return { check: isPossible, run, toString: () => inWords };
}

/** What a command did, in words, and what follows from it for the reading after it. */
export interface Deed<Concerns> {
  readonly did: string;
  /** States what the response to the command itself must have been, before anything that was read. */
  readonly judgeResponse?: () => Promise<void>;
  /** By which requirements the things that the command dealt with are judged. */
  readonly concerns?: Concerns;
}

/** The batches of a command, the expected outcomes of all their items, and what these mean for the model. */
interface ModelledBatches<Requirement extends RequirementId, Concerns> {
  /** Those that are submitted at the same time. */
  readonly batches: readonly SubmittedBatch[];
  readonly expected: readonly ExpectedOutcome<Requirement>[];
  /** Takes the response over into the model. */
  readonly take: (response: BatchResponse) => Concerns;
}

/** A model that is compared with a reading of the target after each command. */
interface ObservingModel<Driver, Concerns> {
  observe(driver: Driver, deed: Deed<Concerns>): Promise<void>;
}

/** A command that sends a batch; the model then reads everything that it knows. */
export function batchCommand<
  Requirement extends RequirementId,
  Concerns,
  Driver extends BatchDriver<Requirement>,
  Model extends ObservingModel<Driver, Concerns>,
>(
  inWords: string,
  isPossible: (model: Model) => boolean,
  batchesOf: (model: Model, driver: Driver) => ModelledBatches<Requirement, Concerns>,
): fc.AsyncCommand<Model, Driver> {
  const run = async (model: Model, driver: Driver) => {
    const { batches, expected, take } = batchesOf(model, driver);
    const response = await driver.submit(batches);
    await model.observe(driver, {
      concerns: take(response),
      did: `${inWords}: ${responseInWords(response)}`,
      judgeResponse: () => driver.judgeOutcomes(response, expected),
    });
  };
  return command(inWords, run, isPossible);
}

/**
 * Lists of commands, drawn by their weights; a failing list is shrunk to the commands that it needs. A command that
 * contains a list should filter it instead of setting a minimum length, because below that length fast-check only drops
 * the first element.
 */
export function commandList<Model extends object, Target>(
  weighted: readonly (readonly [weight: number, command: fc.Arbitrary<fc.AsyncCommand<Model, Target>>])[],
  maxLength: number,
): fc.Arbitrary<readonly fc.AsyncCommand<Model, Target>[]> {
  const command = fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  return fc.array(command, { maxLength, size: 'max' });
}

/** A fixed list of commands; a failing one is shrunk by leaving commands out. */
export class FixedList<Command> extends fc.Arbitrary<readonly Command[]> {
  readonly #commands: readonly Command[];

  constructor(commands: readonly Command[]) {
    super();
    this.#commands = commands;
  }

  generate() {
    return new fc.Value(this.#commands, undefined);
  }

  canShrinkWithoutContext(_value: unknown): _value is readonly Command[] {
    return false;
  }

  shrink(commands: readonly Command[]) {
    const shorter = function* () {
      for (let size = Math.floor(commands.length / 2); size > 0; size = Math.floor(size / 2))
        for (let end = commands.length; end > 0; end -= size)
          yield new fc.Value(commands.toSpliced(Math.max(0, end - size), Math.min(size, end)), undefined);
    };
    return fc.stream(shorter());
  }
}
