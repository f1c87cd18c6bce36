import {
  fieldNames,
  type SubscriptionModel,
  type SubscriptionState,
  valueInWords,
} from './subscription-model.js';
import type { ShownSubscription, SubscriptionAnswer, SubscriptionTarget } from './subscription-target.js';

/** Where an answer shows a subscription, and by which fields. */
export const gaps = ['G-13'];

/** States that an answer is a success (clause 4.6), or the 404 of a subscription that is no more (clause 7). */
export async function compareStatus(
  target: SubscriptionTarget,
  at: string,
  { status }: SubscriptionAnswer,
  expected: 'success' | '404',
): Promise<void> {
  const actual = status >= 200 && status < 300 ? 'success' : String(status);
  await target.judge('WHK-02', { at: `answer to ${at}`, expected: [expected], actual });
}

/** States that each field shows what was written last (clause 4.6, gap G-13), and takes over what was never written. */
export async function compareFields(
  target: SubscriptionTarget,
  { number, fields }: SubscriptionState,
  shown: ShownSubscription,
): Promise<void> {
  for (const name of fieldNames) {
    const actual = valueInWords(shown.fields[name]);
    const expected = fields.get(name);
    if (expected === undefined) fields.set(name, actual);
    else
      await target.judge('WHK-02', {
        at: `${name} of subscription ${number}`,
        expected: [expected],
        actual,
        gaps,
      });
  }
}

/** States that an answer shows this subscription and no other, as it was written last; one without a body shows nothing. */
export async function compareOne(
  model: SubscriptionModel,
  target: SubscriptionTarget,
  subscription: SubscriptionState,
  { subscriptions, isBare }: SubscriptionAnswer,
): Promise<void> {
  if (isBare) return;
  const expected = [`subscription ${subscription.number}`];
  const actual = subscriptions.map((shown) => model.nameOf(shown)).join(' and ') || 'none';
  await target.judge('WHK-02', { at: `what the answer about ${expected} shows`, expected, actual, gaps });
  for (const shown of subscriptions) await compareFields(target, subscription, shown);
}

/** States that the secret is in the answer to a creation and in no other that could hold it (gap G-13). */
export async function compareSecret(
  target: SubscriptionTarget,
  at: string,
  { holdsSecret }: SubscriptionAnswer,
  expected: 'a secret' | 'no secret',
): Promise<void> {
  if (holdsSecret === undefined) return;
  const actual = holdsSecret ? 'a secret' : 'no secret';
  await target.judge('WHK-05', { at: `answer to ${at}`, expected: [expected], actual });
}

/** An answer in words: `200 with subscription 1`. */
export function answerInWords(
  model: SubscriptionModel,
  { status, subscriptions }: SubscriptionAnswer,
): string {
  const shown = subscriptions.map((subscription) => model.nameOf(subscription));
  return shown.length === 0 ? String(status) : `${status} with ${shown.join(' and ')}`;
}
