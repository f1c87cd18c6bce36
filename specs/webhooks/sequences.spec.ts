import fc from 'fast-check';
import { covers, mayMeet, test } from '#fixtures';
import { webhookSubscription } from '#src/data/webhook-subscription';
import { subscriptionCommands } from '#src/operations/state-models/subscription-commands';

test(
  'Webhook subscriptions match a model after any sequence of requests',
  mayMeet(covers('WHK-02'), 'WHK-05'),
  async ({ forAll, given, models }) => {
    const key = given.newKey();
    const drawn = webhookSubscription((await given.newWebhook()).events, key);
    const commands = subscriptionCommands({
      url: drawn.map(({ url }) => url),
      events: drawn.map(({ events }) => events),
      description: drawn.map(({ description = key }) => description),
      maxCommands: 12,
      replayPath: models.replayPath,
    });
    await forAll(
      commands,
      async (list) => {
        const setting = await models.webhookSubscriptions(key);
        await fc.asyncModelRun(() => setting, list).finally(() => setting.real.tidyUp());
      },
      { exchangesEach: 12, standsFor: 3 },
    );
  },
);
