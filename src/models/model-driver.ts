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
import type { ShownTransition, StateMachine } from '../verdicts/recording/observations.js';
import type { Witness } from '../verdicts/recording/recorder.js';

/** A command in words: what it did, the response, the state that the model expects, and the state that was read. */
interface CommandInWords {
  readonly did: string;
  readonly model: string;
  /** Absent if the response says everything. */
  readonly read?: string;
}

/** The outcome that a finished batch reports for one item (clause 2.1): its `success`. */
type ItemOutcome = 'success' | 'failed';

/** The target answered the whole batch with a refusal and took none of its items (clause 7). */
export const batchRefused = 'batch refused';

/** How a batch write ended: the outcome of each item, in the order of the request, or a refusal of the whole batch. */
export type BatchResponse = readonly ItemOutcome[] | typeof batchRefused;

/** The expectation of a model for one item of a batch. */
export interface ExpectedOutcome {
  readonly requirement: RequirementId;
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

/** A batch write and its items. */
interface SubmittedBatch {
  readonly operationId: OperationId;
  readonly items: readonly unknown[];
}

export interface ModelDriverOptions {
  readonly verify: (id: RequirementId, witness: Witness, statement: Statement) => Promise<boolean>;
  readonly submitEach: SubmitEach;
  readonly isConfirmed: (gap: string) => boolean;
  /** Gets each transition that the target shows. */
  readonly moved: (transition: ShownTransition) => void;
}

/** Plays a model against the target. It verifies the model's statements, each with the steps that led to it. */
export class ModelDriver {
  readonly #options: ModelDriverOptions;
  readonly #trail: CommandInWords[] = [];
  #submission: Submission | undefined;
  /** The batch write whose effect has not been read yet. */
  #unread: OperationId | undefined;

  /** What became of each batch that has ended, oldest first. */
  readonly ended: Submission[] = [];
  /** The requirements that were judged, whether they hold or not. */
  readonly judged = new Set<RequirementId>();

  constructor(options: ModelDriverOptions) {
    this.#options = options;
  }

  /**
   * Verifies a statement, whether it holds or not, so that the verified ones can be counted.
   * @param exchange shows a reader the subject of the statement
   * @param isAdopted whether the model adopts what was read: then it goes on after a deviation from an assumption
   * @throws Falsified if it doesn't hold: the model would be wrong about everything after it
   */
  async judge(
    requirement: RequirementId,
    exchange: Exchange,
    statement: Statement,
    isAdopted = false,
  ): Promise<void> {
    this.judged.add(requirement);
    const witness = { exchange, trail: [...this.#trail], write: this.#submission?.write };
    if (await this.#options.verify(requirement, witness, statement)) return;
    if (isAdopted && statement.gaps?.some((gap) => !this.#options.isConfirmed(gap))) return;
    throw new Falsified(`${requirement} is violated at ${statement.at}`);
  }

  /**
   * Verifies the result of an oracle about what was read; one that had nothing to look at says nothing.
   * @param gaps on whose assumptions it rests, besides those of the result
   */
  async judgeResult(
    requirement: RequirementId,
    exchange: Exchange,
    result: OracleResult,
    gaps: readonly string[] = [],
    isAdopted = false,
  ): Promise<void> {
    if (result !== undefined && 'inconclusive' in result) return;
    const foreseen = 'as foreseen';
    const { at, expected = [foreseen], actual = foreseen, gaps: own = [] } = result ?? {};
    const place = at === undefined ? 'what was read' : placeInWords(at);
    const statement = { at: place, expected, actual, gaps: [...new Set([...own, ...gaps])] };
    await this.judge(requirement, exchange, statement, isAdopted);
  }

  /** Records a command, after what it did was read, and before the statements about it. */
  note(command: CommandInWords): void {
    this.#trail.push(command);
    this.#unread = undefined;
  }

  /** Submits batches at the same time and follows them to their ends. @returns how they ended, item by item */
  async submit(batches: readonly SubmittedBatch[]): Promise<BatchResponse> {
    this.#unread = batches[0]?.operationId;
    const submitted = batches.map(({ operationId, items }) => this.#options.submitEach(operationId, [items]));
    const submissions = (await Promise.all(submitted)).flat();
    [this.#submission] = submissions;
    this.ended.push(...submissions.filter(({ batch }) => batch !== undefined));
    const responses = submissions.map((each, index) => batchResponseOf(each, batches[index]?.items ?? []));
    const outcomes = responses.filter((each) => each !== batchRefused);
    return outcomes.length < responses.length ? batchRefused : outcomes.flat();
  }

  /**
   * Notes that something moved from one state to another, as two readings show.
   * @param known the transition of the state machine between these states, if there is one
   * @param isForeseen whether the model foresaw the state
   */
  moved(
    machine: StateMachine,
    [from, to]: readonly [from: string, to: string],
    isForeseen: boolean,
    known: { readonly by: string } | undefined,
  ): void {
    const by = isForeseen ? known?.by : (this.#unread ?? 'time');
    // Between two readings, there may have been several transitions.
    if (by !== undefined) this.#options.moved({ machine, from, to, by, legal: isForeseen });
  }

  /**
   * Verifies the outcome of each item of the last batches, except of one that may either succeed or fail.
   * Items are independent of each other (clause 7), except that a malformed one may cost the whole batch a 400.
   */
  async judgeOutcomes(response: BatchResponse, items: readonly ExpectedOutcome[]): Promise<void> {
    const isMalformed = items.some(({ malformed }) => malformed);
    if (this.#submission === undefined) throw new Error('Outcomes were judged before anything was sent.');
    const { exchange, write } = this.#submission;
    const { operationId, status } = write;
    const refused =
      response === batchRefused
        ? gapsOfStatus({ operationId, status, expected: [200], items: items.length })
        : [];
    for (const [index, { requirement, at, outcomes, mayRefuseBatch, gaps = [] }] of items.entries()) {
      if (outcomes.length === 2) continue;
      const statement = {
        at: `outcome of ${at}`,
        expected: isMalformed || mayRefuseBatch ? [...outcomes, batchRefused] : outcomes,
        actual: outcomeOf(response, index),
        gaps: [...gaps, ...refused],
      };
      await this.judge(requirement, exchange, statement, true);
    }
  }
}

export type ModelCommand<Model extends object> = fc.AsyncCommand<Model, ModelDriver>;

/** A command of a model, which says in words what it does. */
export function command<Model extends object>(
  inWords: string,
  run: (model: Model, target: ModelDriver) => Promise<void>,
  isPossible: (model: Model) => boolean = () => true,
): ModelCommand<Model> {
  return { check: isPossible, run, toString: () => inWords };
}

/** The batches of a command, the expected outcomes of all their items, and what these mean for the model. */
interface ModelledBatches<Concerns> {
  /** Those that are submitted at the same time. */
  readonly batches: readonly SubmittedBatch[];
  readonly expected: readonly ExpectedOutcome[];
  /** Takes the response over into the model. @returns by what the things that the command dealt with are judged */
  readonly take: (response: BatchResponse) => Concerns;
}

/** A model that is compared with a reading of the target after each command. */
interface ObservingModel<Concerns> {
  /**
   * Reads everything that the model knows, and compares.
   * @param did what the command did, in words
   * @param judgeResponse states what the response to the command must have been, before anything that was read
   */
  observe(
    target: ModelDriver,
    did: string,
    concerns?: Concerns,
    judgeResponse?: () => Promise<void>,
  ): Promise<void>;
}

/** A command that sends a batch; the model then reads everything that it knows. */
export function batchCommand<Concerns, Model extends ObservingModel<Concerns>>(
  inWords: string,
  isPossible: (model: Model) => boolean,
  batchesOf: (model: Model) => ModelledBatches<Concerns>,
): ModelCommand<Model> {
  const run = async (model: Model, target: ModelDriver) => {
    const { batches, expected, take } = batchesOf(model);
    const response = await target.submit(batches);
    const did = `${inWords}: ${response === batchRefused ? response : response.join(', ')}`;
    await model.observe(target, did, take(response), () => target.judgeOutcomes(response, expected));
  };
  return command(inWords, run, isPossible);
}

/**
 * Lists of commands, drawn by their weights; a failing list is shrunk to the commands that it needs. A command that
 * contains a list should filter it instead of setting a minimum length, because below that length fast-check only drops
 * the first element.
 */
export function commandList<Model extends object>(
  weighted: readonly (readonly [weight: number, command: fc.Arbitrary<ModelCommand<Model>>])[],
  maxLength: number,
): fc.Arbitrary<readonly ModelCommand<Model>[]> {
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
