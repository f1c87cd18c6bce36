import type fc from 'fast-check';
import {
  answerInWords,
  compareFields,
  compareSecret,
  compareStatus,
  gaps,
  type SubscriptionModel,
  type SubscriptionTarget,
} from './subscription-model.js';

/** Lists the subscriptions: those that live, each once, as they were written last (clause 4.6). */
export class ListSubscriptions implements fc.AsyncCommand<SubscriptionModel, SubscriptionTarget> {
  check(): boolean {
    return true;
  }

  async run(model: SubscriptionModel, target: SubscriptionTarget): Promise<void> {
    const answer = await target.list();
    target.note({ did: `${this}: ${answerInWords(model, answer)}`, model: `${model}` });
    await compareStatus(target, `${this}`, answer, 'success');
    const shown = answer.subscriptions.filter(({ id }) => !model.others.includes(id));
    await target.judge('WHK-02', {
      at: 'subscriptions in the list',
      expected: [inWords(model.living().map(({ number }) => `subscription ${number}`))],
      actual: inWords(shown.map((subscription) => model.nameOf(subscription))),
      gaps,
    });
    for (const subscription of model.living()) {
      const found = shown.find(({ id }) => id === subscription.id);
      if (found !== undefined) await compareFields(target, subscription, found);
    }
    if (model.subscriptions.length > 0) await compareSecret(target, `${this}`, answer, 'no secret');
  }

  toString(): string {
    return 'list';
  }
}

function inWords(names: readonly string[]): string {
  return names.length === 0 ? 'none' : [...names].sort().join(' and ');
}
