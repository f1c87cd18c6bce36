import { covers, expect, test } from '#fixtures';
import { tellingDescription, tellingUrl } from '#src/data/webhook-subscription';
import { giveASecret, giveNoSecret } from '#src/verdicts/oracles/webhook';

test(
  'A webhook subscription can be created, listed, read, updated and deleted, and shows its secret once',
  covers('WHK-02', 'WHK-05'),
  async ({ api, given, verify }) => {
    const { events } = await given.newWebhook();
    const key = given.newKey();
    const wanted = { url: tellingUrl(key), events: events.slice(-2), description: tellingDescription(key) };
    const created = await api.createWebhook({ body: wanted });
    await verify('WHK-02', created, expect(created).toSucceed());
    await verify('WHK-05', created, expect(created).to(giveASecret));
    const { id, client_secret: secret } = given.bodyOf(created, 'id', 'client_secret');
    const path = { id };

    const listed = await api.listWebhooks();
    await verify('WHK-02', listed, expect(listed).toListAnEntryWith('', 'id', id));
    const read = await api.getWebhook({ path });
    await verify('WHK-02', read, expect(read).toShow({ id, ...wanted, enabled: true }));

    const change = {
      url: `https://receiver.invalid/${key}-changed`,
      events: events.slice(0, 1),
      description: `  ${key}, changed `,
      enabled: false,
    };
    const updated = await api.updateWebhook({ path, body: change });
    const reread = await api.getWebhook({ path });
    for (const each of [updated, reread])
      await verify('WHK-02', each, expect(each).toShow({ id, ...wanted, ...change }));

    const relisted = await api.listWebhooks();
    await verify('WHK-02', relisted, expect(relisted).toShowInItsList({ id, ...wanted, ...change }));

    const deleted = await api.deleteWebhook({ path });
    await verify('WHK-02', deleted, expect(deleted).toSucceed());
    const unlisted = await api.listWebhooks();
    const listsNone = expect(unlisted).toListNoEntryWith('', 'id', id, relisted);
    await verify('WHK-02', unlisted, listsNone, deleted);
    const afterwards = [
      await api.getWebhook({ path }),
      await api.updateWebhook({ path, body: { enabled: true } }),
      await api.deleteWebhook({ path }),
    ];
    for (const each of afterwards) await verify('WHK-02', each, expect(each).toBeAnErrorWith(404), deleted);

    for (const each of [listed, read, updated, reread, relisted, deleted, unlisted, ...afterwards])
      await verify('WHK-05', each, expect(each).to(giveNoSecret, [secret]), created);
  },
);
