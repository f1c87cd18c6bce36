import { covers, expect, operations, test } from '#fixtures';
import { beHiddenFromOthers } from '#src/verdicts/oracles/answer';
import { holdNo } from '#src/verdicts/oracles/file';

test.describe("Another merchant's key", () => {
  test("cannot list a merchant's products", covers('AUTH-09'), async ({ bulk, given, verify }) => {
    const stranger = given.otherMerchant();
    const draft = await given.draftProduct();
    const active = await given.activeProduct();
    const { exchanges } = await stranger.everyPage('listProducts');
    for (const { sku, style_key } of [draft, active]) {
      const listed = await bulk.listProducts({ query: { sku } });
      const asked = [{ sku }, { style_key }, { status: 'active', sku }] as const;
      const narrowed = await Promise.all(asked.map((query) => stranger.api.listProducts({ query })));
      for (const theirs of [...exchanges, ...narrowed])
        await verify(
          'AUTH-09',
          theirs,
          expect(theirs).toListNoEntryWith('items', 'sku', sku, listed),
          listed,
        );
    }
  });

  test("cannot list a merchant's rejected products", covers('AUTH-09'), async ({ bulk, given, verify }) => {
    const stranger = given.otherMerchant();
    const styles = await given.rejectedStyles(1);
    const { exchanges } = await stranger.everyPage('listRejectedProducts');
    for (const style_key of styles) {
      const listed = await bulk.listRejectedProducts({ query: { style_key } });
      const narrowed = await stranger.api.listRejectedProducts({ query: { style_key } });
      for (const theirs of [...exchanges, narrowed]) {
        const listsNone = expect(theirs).toListNoEntryWith('items', 'style_key', style_key, listed);
        await verify('AUTH-09', theirs, listsNone, listed);
      }
    }
  });

  for (const operation of operations.filter(({ tag }) => tag === 'results')) {
    test(
      `cannot read a merchant's batch at ${operation.method} ${operation.path}`,
      covers('AUTH-09'),
      async ({ bulk, given, verify }) => {
        const stranger = given.otherMerchant();
        const request = await given.requestFor(operation.operationId);
        const found = await bulk.send(operation, request);
        const unknown = await stranger.api.send(operation, request);
        await verify('AUTH-09', unknown, expect(unknown).to(beHiddenFromOthers), found);
      },
    );
  }

  test(
    "cannot list, read, change or delete a merchant's webhook",
    covers('AUTH-09'),
    async ({ bulk, given, verify }) => {
      const stranger = given.otherMerchant();
      const { id } = await given.webhook();
      const path = { id };
      const before = await bulk.getWebhook({ path });
      const ours = await bulk.listWebhooks();

      const theirs = await stranger.api.listWebhooks();
      const unknown = [
        await stranger.api.getWebhook({ path }),
        await stranger.api.updateWebhook({ path, body: { enabled: false } }),
        await stranger.api.deleteWebhook({ path }),
      ];
      const after = await bulk.getWebhook({ path });

      const listsNone = expect(theirs).toListNoEntryWith('', 'id', path.id, ours);
      await verify('AUTH-09', theirs, listsNone, before);
      for (const each of unknown) await verify('AUTH-09', each, expect(each).to(beHiddenFromOthers), before);
      await verify('AUTH-09', after, expect(after).toShowTheSameAs(before), before);
    },
  );

  test(
    "cannot list a merchant's order or download its delivery document",
    covers('AUTH-09'),
    async ({ bulk, given, verify }) => {
      const stranger = given.otherMerchant();
      const { order_number } = await given.someOrder();
      const path = { number: order_number };
      const found = await bulk.getDeliveryDocument({ path });
      const ours = await bulk.listOrders({ query: { order_number } });
      const unknown = await stranger.api.getDeliveryDocument({ path });
      const narrowed = await stranger.api.listOrders({ query: { order_number } });
      const { exchanges } = await stranger.everyPage('listOrders');

      await verify('AUTH-09', unknown, expect(unknown).to(beHiddenFromOthers), found);
      for (const theirs of [...exchanges, narrowed]) {
        const listsNone = expect(theirs).toListNoEntryWith('items', 'order_number', order_number, ours);
        await verify('AUTH-09', theirs, listsNone, found);
      }
    },
  );

  test(
    "cannot list or download a merchant's reports",
    covers('AUTH-09'),
    async ({ bulk, given, note, verify }) => {
      const stranger = given.otherMerchant();
      const { path } = await given.requestFor('downloadReport');
      const found = await bulk.downloadReport({ path });
      const unknown = await stranger.api.downloadReport({ path });
      const theirs = await stranger.api.listReports();
      const ours = await bulk.listReports();
      await verify('AUTH-09', unknown, expect(unknown).to(beHiddenFromOthers), found);
      const listsNone = expect(theirs).toListNoEntryWith('', 'id', path.id, ours);
      await verify('AUTH-09', theirs, listsNone, found);

      if (!given.canWrite) {
        note(
          'AUTH-09',
          "not looked at: whether another merchant's report contains a product that was created for this test",
        );
        return;
      }
      const { sku } = await given.draftProduct();
      await bulk.downloadReport({ path });
      for (const own of given.bodyOf(theirs, '*.id')) {
        const file = await stranger.api.downloadReport({ path: { id: own.id } });
        await verify('AUTH-09', file, expect(file).to(holdNo, sku), found);
      }
    },
  );
});
