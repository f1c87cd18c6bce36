import type fc from 'fast-check';
import { answerInWords, compareOne, compareSecret, compareStatus } from './compare-answer.js';
import type { SubscriptionModel } from './subscription-model.js';
import type { SubscriptionTarget } from './subscription-target.js';

/** Reads a subscription: as it was written last, or 404 once it is deleted (clauses 4.6, 7). */
export class GetSubscription implements fc.AsyncCommand<SubscriptionModel, SubscriptionTarget> {
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
