import type fc from 'fast-check';
import { answerInWords, compareOne, compareSecret, compareStatus } from './compare-answer.js';
import { inWords } from './in-words.js';
import { type SubscriptionModel, write } from './subscription-model.js';
import type { SubscriptionChange, SubscriptionTarget } from './subscription-target.js';

/** Changes some fields of a subscription and leaves the others, or finds it deleted (clauses 4.6, 7; gap G-13). */
export class UpdateSubscription implements fc.AsyncCommand<SubscriptionModel, SubscriptionTarget> {
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
