import type fc from 'fast-check';
import { answerInWords, compareFields, compareSecret, compareStatus, gaps } from './compare-answer.js';
import { inWords } from './in-words.js';
import type { SubscriptionModel } from './subscription-model.js';
import type { NewSubscription, SubscriptionTarget } from './subscription-target.js';

/** Creates a subscription, which gets an id of its own and a secret (clause 4.6, gap G-13). */
export class CreateSubscription implements fc.AsyncCommand<SubscriptionModel, SubscriptionTarget> {
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
