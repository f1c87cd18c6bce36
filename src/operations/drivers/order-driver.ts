import { operation } from '../../contract/operations.js';
import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import type { OperationId } from '../../contract/types.js';
import { mayRefuseWith } from '../../contract/unshown.js';
import type { Exchange } from '../../http/exchange.js';
import type { Submission } from '../../verdicts/batches/followed-batch.js';
import { Blocked, Falsified, notAccepted } from '../../verdicts/finding.js';
import { entriesForEach } from '../../verdicts/oracles/batch-entries.js';
import type { Witness } from '../../verdicts/recorder.js';
import { type BatchAnswer, batchRefused, type Judge, type Statement, type Step } from '../models/judge.js';
import type { ItemId, ListedOrder, OrderRequirement, OrderTarget } from '../models/order/order-model.js';

/**
 * What became of the items of a submission, as a model hears it.
 * @throws Blocked where the answer is neither a batch nor a refusal: the checks have judged it already
 */
export function batchAnswerOf({ batch, write }: Submission, items: readonly unknown[]): BatchAnswer {
  if (batch === undefined && mayRefuseWith(operation(write.operationId), write.status)) return batchRefused;
  if (batch === undefined) throw notAccepted('the batch was not accepted', write);
  return entriesForEach(batch.items, items).map((entry) => {
    if (entry !== undefined) return entry.success ? 'success' : 'failed';
    throw new Blocked(`the result of batch ${batch.batchRequestId} lacks an entry for an item`);
  });
}

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

interface OrderDriverOptions {
  readonly verify: VerifyStatement<OrderRequirement>;
  /** Submits a batch, and follows it to its end. */
  readonly submit: (operationId: OperationId, items: readonly unknown[]) => Promise<Submission>;
  /** Reads the list of orders, all its pages. */
  readonly readOrders: () => Promise<{
    readonly entries: readonly OrderEntry[];
    readonly exchanges: readonly Exchange[];
  }>;
  /** Begins the tracking keys, which end in a number. */
  readonly prefix: string;
}

/** As much of an order as the model knows. */
interface OrderEntry {
  readonly order_number: string;
  readonly status: string;
  readonly order_items: readonly { readonly id: ItemId; readonly status: string }[];
}

/** An order has none before it is shipped. */
const carrier_key = 'carrier';

/** Plays the model of orders against the target: batches followed to their end (clause 4.6; shapes: gap G-11). */
export class OrderDriver extends VerifyingJudge<OrderRequirement> implements OrderTarget {
  readonly #options: OrderDriverOptions;
  #submission: Submission | undefined;
  #pages: readonly Exchange[] = [];
  #trackingKeys = 0;

  constructor(options: OrderDriverOptions) {
    super(options.verify);
    this.#options = options;
  }

  ship(shipments: readonly (readonly ItemId[])[]): Promise<BatchAnswer> {
    const items = shipments.map((order_items) => ({
      order_items,
      carrier_key,
      shipment_tracking_key: this.#trackingKey(),
      return_tracking_key: this.#trackingKey(),
    }));
    return this.#submit('shipOrderItems', items);
  }

  cancel(orderItems: readonly ItemId[]): Promise<BatchAnswer> {
    const items = orderItems.map((id) => ({ id }));
    return this.#submit('cancelOrderItems', items);
  }

  return(returns: readonly (readonly ItemId[])[]): Promise<BatchAnswer> {
    const items = returns.map((order_items) => ({ order_items, return_tracking_key: this.#trackingKey() }));
    return this.#submit('returnOrderItems', items);
  }

  async orders(): Promise<ReadonlyMap<string, ListedOrder>> {
    const { entries, exchanges } = await this.#options.readOrders();
    this.#pages = exchanges;
    return new Map(
      entries.map(({ order_number, status, order_items }) => [
        order_number,
        { status, items: new Map(order_items.map((item) => [item.id, item.status])) },
      ]),
    );
  }

  /** An outcome is found in the batch, everything else in the list. */
  protected exchangeAbout({ at }: Statement): Exchange {
    // The page that names an item or an order by its id or number, in parentheses behind its place.
    const name = /\(([^)]+)\)$/.exec(at)?.[1];
    const page = this.#pages.find(({ text }) => name !== undefined && text.includes(name)) ?? this.#pages[0];
    const exchange = at.startsWith('outcome of') ? this.#submission?.exchange : page;
    if (exchange === undefined) throw new Error('The model stated something before anything was sent.');
    return exchange;
  }

  /** The list is read after each move. */
  protected override get lastWrite(): Exchange | undefined {
    return this.#submission?.write;
  }

  async #submit(operationId: OperationId, items: readonly unknown[]): Promise<BatchAnswer> {
    const submission = await this.#options.submit(operationId, items);
    this.#submission = submission;
    return batchAnswerOf(submission, items);
  }

  #trackingKey(): string {
    this.#trackingKeys += 1;
    return `${this.#options.prefix}${this.#trackingKeys}`;
  }
}
