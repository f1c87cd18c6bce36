import fc from 'fast-check';
import { type CommandListOptions, commandList } from '../command-list.js';
import { inWords } from './in-words.js';
import { ListSubscriptions } from './list-subscriptions.js';
import {
  answerInWords,
  compareFields,
  compareOne,
  compareSecret,
  compareStatus,
  gaps,
  type NewSubscription,
  type SubscriptionChange,
  type SubscriptionModel,
  type SubscriptionTarget,
  write,
} from './subscription-model.js';

/** Creates a subscription, which gets an id of its own and a secret (clause 4.6, gap G-13). */
class CreateSubscription implements fc.AsyncCommand<SubscriptionModel, SubscriptionTarget> {
  readonly #written: NewSubscription;

  constructor(written: NewSubscription) {
    this.#written = written;
  }

  check(): boolean {
    return true;
  }

  async run(model: SubscriptionModel, target: SubscriptionTarget): Promise<void> {
    const answer = await target.create(this.#written);
    const [shown] = answer.subscriptions;
    const isNew = shown !== undefined && model.isNew(shown);
    const created = isNew ? model.add(shown.id, this.#written) : undefined;
    target.note({ did: `${this}: ${answerInWords(model, answer)}`, model: `${model}` });
    await compareStatus(target, `${this}`, answer, 'success');
    const expected = 'one subscription with a new id';
    const actual = `${answer.subscriptions.length} subscriptions, the first with ${isNew ? 'a new' : 'no new'} id`;
    await target.judge('WHK-02', {
      at: `what the answer to ${this} shows`,
      expected: [expected],
      actual: isNew && answer.subscriptions.length === 1 ? expected : actual,
      gaps,
    });
    if (created !== undefined && shown !== undefined) await compareFields(target, created, shown);
    await compareSecret(target, `${this}`, answer, 'a secret');
  }

  toString(): string {
    return `create ${inWords(this.#written)}`;
  }
}

/** Deletes a subscription, or finds it deleted already (clauses 4.6, 7). */
class DeleteSubscription implements fc.AsyncCommand<SubscriptionModel, SubscriptionTarget> {
  readonly #number: number;

  constructor(number: number) {
    this.#number = number;
  }

  check(model: Readonly<SubscriptionModel>): boolean {
    return model.subscription(this.#number) !== undefined;
  }

  async run(model: SubscriptionModel, target: SubscriptionTarget): Promise<void> {
    const subscription = model.subscription(this.#number);
    if (subscription === undefined) return;
    const answer = await target.delete(subscription.id);
    const expected = subscription.isDeleted ? '404' : 'success';
    subscription.isDeleted = true;
    target.note({ did: `${this}: ${answerInWords(model, answer)}`, model: `${model}` });
    await compareStatus(target, `${this}`, answer, expected);
    await compareSecret(target, `${this}`, answer, 'no secret');
  }

  toString(): string {
    return `delete subscription ${this.#number}`;
  }
}

/** Reads a subscription: as it was written last, or 404 once it is deleted (clauses 4.6, 7). */
class GetSubscription implements fc.AsyncCommand<SubscriptionModel, SubscriptionTarget> {
  readonly #number: number;

  constructor(number: number) {
    this.#number = number;
  }

  check(model: Readonly<SubscriptionModel>): boolean {
    return model.subscription(this.#number) !== undefined;
  }

  async run(model: SubscriptionModel, target: SubscriptionTarget): Promise<void> {
    const subscription = model.subscription(this.#number);
    if (subscription === undefined) return;
    const answer = await target.get(subscription.id);
    target.note({ did: `${this}: ${answerInWords(model, answer)}`, model: `${model}` });
    await compareStatus(target, `${this}`, answer, subscription.isDeleted ? '404' : 'success');
    if (!subscription.isDeleted) await compareOne(model, target, subscription, answer);
    await compareSecret(target, `${this}`, answer, 'no secret');
  }

  toString(): string {
    return `get subscription ${this.#number}`;
  }
}

/** Changes some fields of a subscription and leaves the others, or finds it deleted (clauses 4.6, 7; gap G-13). */
class UpdateSubscription implements fc.AsyncCommand<SubscriptionModel, SubscriptionTarget> {
  readonly #number: number;
  readonly #change: SubscriptionChange;

  constructor(number: number, change: SubscriptionChange) {
    this.#number = number;
    this.#change = change;
  }

  check(model: Readonly<SubscriptionModel>): boolean {
    return model.subscription(this.#number) !== undefined;
  }

  async run(model: SubscriptionModel, target: SubscriptionTarget): Promise<void> {
    const subscription = model.subscription(this.#number);
    if (subscription === undefined) return;
    const answer = await target.update(subscription.id, this.#change);
    if (!subscription.isDeleted) write(subscription, this.#change);
    target.note({ did: `${this}: ${answerInWords(model, answer)}`, model: `${model}` });
    await compareStatus(target, `${this}`, answer, subscription.isDeleted ? '404' : 'success');
    if (!subscription.isDeleted) await compareOne(model, target, subscription, answer);
    await compareSecret(target, `${this}`, answer, 'no secret');
  }

  toString(): string {
    return `update subscription ${this.#number} with ${inWords(this.#change)}`;
  }
}

/** Commands name the first few subscriptions; the others are only listed. */
const mostNamed = 3;

interface SubscriptionCommandOptions extends CommandListOptions {
  /** Values that the target takes: events that it knows, URLs that it accepts. */
  readonly url: fc.Arbitrary<string>;
  readonly events: fc.Arbitrary<readonly string[]>;
  readonly description: fc.Arbitrary<string>;
}

/** Lists of commands for the model of webhook subscriptions (clauses 4.6, 6). */
export function subscriptionCommands(given: SubscriptionCommandOptions) {
  const { url, events, description, ...options } = given;
  const number = fc.integer({ min: 1, max: mostNamed });
  const creation = fc.record({ url, events, description }, { requiredKeys: ['url', 'events'] });
  const change = fc
    .record({ url, events, description, enabled: fc.boolean() }, { requiredKeys: [] })
    .filter((fields) => Object.keys(fields).length > 0);
  return commandList<SubscriptionModel, SubscriptionTarget>(
    [
      [4, creation.map((written) => new CreateSubscription(written))],
      [4, fc.tuple(number, change).map(([of, fields]) => new UpdateSubscription(of, fields))],
      [3, number.map((of) => new GetSubscription(of))],
      [2, fc.constant(new ListSubscriptions())],
      [2, number.map((of) => new DeleteSubscription(of))],
    ],
    options,
  );
}
