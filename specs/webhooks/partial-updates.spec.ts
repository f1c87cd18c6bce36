import { covers, expect, test } from '#fixtures';
import { tellingDescription, tellingUrl } from '#src/data/webhook-subscription';

test(
  'An update of a webhook subscription changes only the fields that it contains',
  covers('WHK-02'),
  async ({ bulk, given, verify }) => {
    const { events, ...fields } = await given.newWebhook();
    const wanted = { ...fields, events: events.slice(0, 1) };
    const { id } = given.bodyOf(await bulk.createWebhook({ body: wanted }));
    const path = { id };
    const key = given.newKey();

    // No field keeps its original value, so that a field that falls back to it also shows.
    const changes = [
      { enabled: false },
      { url: tellingUrl(key) },
      { events: events.slice(-2) },
      { description: tellingDescription(key) },
      { url: `${wanted.url}-moved-again`, description: wanted.description },
      { enabled: true },
      { events: events.slice(0, 1) },
    ];
    let expected = { id, ...wanted, enabled: true };
    for (const change of changes) {
      const updated = await bulk.updateWebhook({ path, body: change });
      expected = { ...expected, ...change };
      const [read, listed] = [await bulk.getWebhook({ path }), await bulk.listWebhooks()];
      for (const each of [updated, read]) await verify('WHK-02', each, expect(each).toShow(expected));
      await verify('WHK-02', listed, expect(listed).toShowInItsList(expected));
    }
  },
);
