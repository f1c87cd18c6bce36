import fc from 'fast-check';
import { type CommandListOptions, commandList } from './model-driver.js';
import type {
  NewSubscription,
  SubscriptionAnswer,
  SubscriptionChange,
  SubscriptionDriver,
  SubscriptionModel,
} from './subscriptions.js';

type Command = fc.AsyncCommand<SubscriptionModel, SubscriptionDriver>;

/** Records a command before its statements. */
function note(
  command: Command,
  model: SubscriptionModel,
  target: SubscriptionDriver,
  answer: SubscriptionAnswer,
) {
  target.note({ did: `${command}: ${model.answerInWords(answer)}`, model: `${model}` });
}

/** Creates a subscription, which gets a new id and a secret (clause 4.6, gap G-13). */
class CreateSubscription implements Command {
  readonly #written: NewSubscription;

  constructor(written: NewSubscription) {
    this.#written = written;
  }

  check(): boolean {
    return true;
  }

  async run(model: SubscriptionModel, target: SubscriptionDriver): Promise<void> {
    const answer = await target.create(this.#written);
    const [shown] = answer.subscriptions;
    const created =
      shown !== undefined && model.isNew(shown) ? model.add(shown.id, this.#written) : undefined;
    note(this, model, target, answer);
    await target.judgeStatus(`${this}`, answer, 'success');
    await model.compareCreated(target, `${this}`, answer, created);
    await target.judgeSecret(`${this}`, answer, 'a secret');
  }

  toString(): string {
    return `create ${inWords(this.#written)}`;
  }
}

/** Lists the subscriptions: those that are not deleted, each once, as they were last written (clause 4.6). */
class ListSubscriptions implements Command {
  check(): boolean {
    return true;
  }

  async run(model: SubscriptionModel, target: SubscriptionDriver): Promise<void> {
    const answer = await target.list();
    note(this, model, target, answer);
    await target.judgeStatus(`${this}`, answer, 'success');
    await model.compareList(target, answer);
    if (model.subscriptions.length > 0) await target.judgeSecret(`${this}`, answer, 'no secret');
  }

  toString(): string {
    return 'list';
  }
}

/**
 * Reads, updates or deletes one subscription, or finds it deleted (clauses 4.6, 7; gap G-13). An update changes the
 * given fields and leaves the others.
 */
class UseSubscription implements Command {
  readonly #number: number;
  readonly #use: 'get' | 'delete' | SubscriptionChange;

  constructor(number: number, use: 'get' | 'delete' | SubscriptionChange) {
    this.#number = number;
    this.#use = use;
  }

  check(model: Readonly<SubscriptionModel>): boolean {
    return model.subscription(this.#number) !== undefined;
  }

  async run(model: SubscriptionModel, target: SubscriptionDriver): Promise<void> {
    const subscription = model.subscription(this.#number);
    if (subscription === undefined) return;
    const { id, isDeleted } = subscription;
    const use = this.#use;
    const answer = await (typeof use === 'string' ? target[use](id) : target.update(id, use));
    if (use === 'delete') subscription.isDeleted = true;
    else if (use !== 'get' && !isDeleted) model.write(subscription, use);
    note(this, model, target, answer);
    await target.judgeStatus(`${this}`, answer, isDeleted ? '404' : 'success');
    if (use !== 'delete' && !isDeleted) await model.compareOne(target, subscription, answer);
    await target.judgeSecret(`${this}`, answer, 'no secret');
  }

  toString(): string {
    const name = `subscription ${this.#number}`;
    return typeof this.#use === 'string'
      ? `${this.#use} ${name}`
      : `update ${name} with ${inWords(this.#use)}`;
  }
}

/** The written fields, as a command shows them: `{url "https://a.example"; enabled true}`. */
function inWords(change: SubscriptionChange): string {
  const fields = Object.entries(change).filter(([, value]) => value !== undefined);
  const shown = fields.map(([name, value]) => {
    const values = Array.isArray(value) ? value : [value];
    return `${name} ${values.map((each) => JSON.stringify(each)).join(' ')}`;
  });
  // A bare comma separates commands.
  return `{${shown.join('; ').replaceAll(',', '\\u002c')}}`;
}

/** Commands name the first few subscriptions; the others are only listed. */
const mostNamed = 3;

interface SubscriptionCommandOptions extends CommandListOptions {
  /** Values that the target accepts: known events, and URLs that it allows. */
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
  return commandList<SubscriptionModel, SubscriptionDriver>(
    [
      [4, creation.map((written) => new CreateSubscription(written))],
      [4, fc.tuple(number, change).map(([of, fields]) => new UseSubscription(of, fields))],
      [3, number.map((of) => new UseSubscription(of, 'get'))],
      [2, fc.constant(new ListSubscriptions())],
      [2, number.map((of) => new UseSubscription(of, 'delete'))],
    ],
    options,
  );
}
