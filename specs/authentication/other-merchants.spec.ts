import { batchWrites, covers, expect, operations, test } from '#fixtures';
import { productItem } from '#src/data/valid/product-item';
import { beAccepted, beRefused } from '#src/verdicts/oracles/batches/batch';
import { holdNo } from '#src/verdicts/oracles/documents/file';
import { keepTheDataOf, showTheSameAs } from '#src/verdicts/oracles/lists/changes';
import { listNoEntryWith } from '#src/verdicts/oracles/lists/list';
import { beHiddenFromOthers } from '#src/verdicts/oracles/response';

test(
  "Another merchant's key cannot list a merchant's products",
  covers('AUTH-09'),
  async ({ bulk, given, verify }) => {
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
          expect(theirs).to(listNoEntryWith, 'items', 'sku', sku, listed),
          listed,
        );
    }
  },
);

test(
  "Another merchant's key cannot list a merchant's rejected products",
  covers('AUTH-09'),
  async ({ bulk, given, verify }) => {
    const stranger = given.otherMerchant();
    // Another merchant may have a style with the key of one that the test didn't make.
    given.provocations();
    const styles = await given.rejectedStyles(1);
    const { exchanges } = await stranger.everyPage('listRejectedProducts');
    for (const style_key of styles) {
      const listed = await bulk.listRejectedProducts({ query: { style_key } });
      const narrowed = await stranger.api.listRejectedProducts({ query: { style_key } });
      for (const theirs of [...exchanges, narrowed]) {
        const listsNone = expect(theirs).to(listNoEntryWith, 'items', 'style_key', style_key, listed);
        await verify('AUTH-09', theirs, listsNone, listed);
      }
    }
  },
);

for (const operation of operations.filter(({ tag }) => tag === 'results')) {
  test(
    `Another merchant's key cannot read a merchant's batch at ${operation.method} ${operation.path}`,
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
  "Another merchant's key cannot list, read, change or delete a merchant's webhook",
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

    const listsNone = expect(theirs).to(listNoEntryWith, '', 'id', path.id, ours);
    await verify('AUTH-09', theirs, listsNone, before);
    for (const each of unknown) await verify('AUTH-09', each, expect(each).to(beHiddenFromOthers), before);
    await verify('AUTH-09', after, expect(after).to(showTheSameAs, before), before);
  },
);

test(
  "Another merchant's key cannot list a merchant's order or download its delivery document",
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
      const listsNone = expect(theirs).to(listNoEntryWith, 'items', 'order_number', order_number, ours);
      await verify('AUTH-09', theirs, listsNone, found);
    }
  },
);

test(
  "Another merchant's key cannot list or download a merchant's reports",
  covers('AUTH-09'),
  async ({ bulk, given, note, verify }) => {
    const stranger = given.otherMerchant();
    const { path } = await given.requestFor('downloadReport');
    const found = await bulk.downloadReport({ path });
    const unknown = await stranger.api.downloadReport({ path });
    const theirs = await stranger.api.listReports();
    const ours = await bulk.listReports();
    await verify('AUTH-09', unknown, expect(unknown).to(beHiddenFromOthers), found);
    const listsNone = expect(theirs).to(listNoEntryWith, '', 'id', path.id, ours);
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

for (const topic of ['products', 'orders']) {
  const updates = batchWrites.filter(
    ({ tag, operationId }) => tag === topic && operationId !== 'upsertProducts',
  );

  test(
    `Another merchant's key cannot update a merchant's ${topic}`,
    covers('AUTH-09'),
    async ({ given, submit, verify }) => {
      const stranger = given.otherMerchant();
      const writes = [];
      for (const operation of updates)
        writes.push({ id: operation.operationId, items: await given.itemsFor(operation) });
      const before = await given.state();
      const tried = await Promise.all(
        writes.map(async (write) => ({ ...write, theirs: await stranger.submit(write.id, write.items) })),
      );
      const after = await given.state();

      for (const { id, items, theirs } of tried) {
        const ours = await submit(id, items);
        await verify('AUTH-09', theirs, expect(theirs).to(beRefused), ours.exchange);
        const isUnchanged = expect(after).to(keepTheDataOf, before);
        await verify('AUTH-09', theirs, isUnchanged, ours.exchange);
        await verify('AUTH-09', ours, expect(ours).to(beAccepted));
      }
    },
  );
}

test(
  "Another merchant's product with the same sku leaves a merchant's own product unchanged",
  covers('AUTH-09'),
  async ({ given, note, sample, submit, verify }) => {
    const stranger = given.otherMerchant();
    const product = await given.draftProduct();
    const { countries, descriptions, prices } = sample(
      productItem(await stranger.referenceData(), given.prefix),
    );
    const before = await given.state();
    const theirs = await stranger.submit('upsertProducts', [{ ...product, countries, descriptions, prices }]);
    const after = await given.state();
    const [entry, ...others] = theirs.batch?.items ?? [];
    const isTheirs = entry?.success === true && others.length === 0;
    const ours = await submit('upsertProducts', [product]);
    const isUnchanged = expect(after).to(keepTheDataOf, before);
    // If skus are unique among all merchants, the other merchant's product is refused, and there is nothing to
    // compare.
    if (isTheirs) await verify('AUTH-09', theirs, isUnchanged, ours.exchange);
    else note('AUTH-09', 'not looked at: an accepted product of another merchant with a known sku');
    await verify('AUTH-09', ours, expect(ours).to(beAccepted));
  },
);
