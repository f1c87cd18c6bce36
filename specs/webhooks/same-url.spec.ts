import { covers, expect, test } from '#fixtures';

test(
  'Two webhook subscriptions with the same URL are independent of each other',
  covers('WHK-02'),
  async ({ api, given, note, verify }) => {
    const { events, url, description } = await given.newWebhook();
    const wanted = { events: events.slice(0, 1), url, description };
    const { id } = given.bodyOf(await api.createWebhook({ body: wanted }), 'id');
    const path = { id };
    const twin = await api.createWebhook({ body: { ...wanted, events: events.slice(-1) } });
    note('WHK-02', `answered ${twin.status} to a second subscription with the same URL`);
    const stays = async () => {
      const [read, listed] = [await api.getWebhook({ path }), await api.listWebhooks()];
      await verify('WHK-02', read, expect(read).toShow({ id, ...wanted, enabled: true }));
      await verify('WHK-02', listed, expect(listed).toShowInItsList({ id, ...wanted, enabled: true }));
      return listed;
    };
    const listed = await stays();
    // The description does not say whether a URL may have one subscription or several (gap G-13).
    await verify(
      'WHK-02',
      twin,
      twin.succeeded ? expect(twin).toSucceed() : expect(twin).toBeAnErrorWith(400),
    );
    if (!twin.succeeded) {
      note('WHK-02', 'not looked at: whether two subscriptions with the same URL are independent');
      return;
    }
    const { id: other } = given.bodyOf(twin, 'id');
    await verify('WHK-02', listed, expect(listed).toListAnEntryWith('', 'id', other));

    await api.updateWebhook({ path: { id: other }, body: { enabled: false } });
    await stays();
    const deleted = await api.deleteWebhook({ path: { id: other } });
    const left = await stays();
    const listsNone = expect(left).toListNoEntryWith('', 'id', other, listed);
    await verify('WHK-02', left, listsNone, deleted);
  },
);
