import fc from 'fast-check';
import { type CommandListOptions, commandList } from '../command-list.js';
import { CreateSubscription } from './create-subscription.js';
import { DeleteSubscription } from './delete-subscription.js';
import { GetSubscription } from './get-subscription.js';
import { ListSubscriptions } from './list-subscriptions.js';
import type { SubscriptionModel } from './subscription-model.js';
import type { SubscriptionTarget } from './subscription-target.js';
import { UpdateSubscription } from './update-subscription.js';

/** Commands name the first few subscriptions; the others are only listed. */
const mostNamed = 3;

export interface SubscriptionCommandOptions extends CommandListOptions {
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
