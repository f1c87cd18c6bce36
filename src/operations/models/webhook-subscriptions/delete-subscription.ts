import type fc from 'fast-check';
import { answerInWords, compareSecret, compareStatus } from './compare-answer.js';
import type { SubscriptionModel } from './subscription-model.js';
import type { SubscriptionTarget } from './subscription-target.js';

/** Deletes a subscription, or finds it deleted already (clauses 4.6, 7). */
export class DeleteSubscription implements fc.AsyncCommand<SubscriptionModel, SubscriptionTarget> {
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
