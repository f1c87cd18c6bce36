import {
  batchItemsOf,
  batchWrites,
  covers,
  expect,
  operation,
  operations,
  pagedOperations,
  type TestFixtures,
  test,
} from '#fixtures';
import { requirement } from '#src/contract/requirements/catalogue';
import type { OperationId } from '#src/contract/types';
import { productItem } from '#src/data/valid/product-item';
import { beAccepted, beRefused } from '#src/verdicts/oracles/batches/batch';
import { holdNo } from '#src/verdicts/oracles/documents/file';
import { keepTheDataOf } from '#src/verdicts/oracles/lists/changes';
import { listNoEntryWith } from '#src/verdicts/oracles/lists/list';
import { beHiddenFromOthers } from '#src/verdicts/oracles/response';

/** An entry of one of a merchant's lists, and the filters that find it. */
interface OwnEntry {
  readonly key: string | number;
  readonly filters?: readonly Readonly<Record<string, unknown>>[];
}

/** Makes or finds an entry of each list. */
const ownEntries: Partial<
  Record<OperationId, (given: TestFixtures['given']) => Promise<readonly OwnEntry[]>>
> = {
  listProducts: async (given) =>
    [await given.draftProduct(), await given.activeProduct()].map(({ sku, style_key }) => ({
      key: sku,
      filters: [{ sku }, { style_key }, { status: 'active', sku }],
    })),
  listRejectedProducts: async (given) => {
    // Another merchant may have a style with the key of one that the test didn't make.
    given.provocations();
    return (await given.rejectedStyles(1)).map((style_key) => ({ key: style_key, filters: [{ style_key }] }));
  },
  listWebhooks: async (given) => [{ key: (await given.webhook()).id }],
  listOrders: async (given) => {
    const { order_number } = await given.someOrder();
    return [{ key: order_number, filters: [{ order_number }] }];
  },
  listReports: async (given) => [{ key: (await given.requestFor('downloadReport')).path.id }],
};

for (const [id, entriesOf] of Object.entries(ownEntries)) {
  const list = operation(id);
  const { method, path, entryKey = '' } = list;
  const paged = pagedOperations.find((each) => each === id);
  test(
    `Another merchant's key cannot list a merchant's entries of ${method} ${path}`,
    covers('AUTH-09'),
    async ({ bulk, given, verify }) => {
      const stranger = given.otherMerchant();
      const entries = await entriesOf(given);
      const whole = paged ? (await stranger.everyPage(paged)).exchanges : [await stranger.api.send(list)];
      for (const { key, filters = [] } of entries) {
        const ours = await bulk.send(list, { query: { ...filters[0] } });
        const narrowed = await Promise.all(filters.map((query) => stranger.api.send(list, { query })));
        for (const theirs of [...whole, ...narrowed]) {
          const listsNone = expect(theirs).to(listNoEntryWith, paged ? 'items' : '', entryKey, key, ours);
          await verify('AUTH-09', theirs, listsNone, ours);
        }
      }
    },
  );
}

const ofOneMerchant = requirement('AUTH-09').operations;

/** Operations that name a thing of a merchant by its id: a batch, a webhook, an order or a report. */
const namingAThing = operations.filter(
  ({ operationId, parameters }) =>
    ofOneMerchant.includes(operationId) &&
    parameters.some((each) => each.in === 'path' || each.name === 'batch_request_id'),
);

for (const called of namingAThing) {
  const { operationId, method, path, safe } = called;
  test(
    `Another merchant's key finds nothing of a merchant's at ${method} ${path}, and changes nothing there`,
    covers('AUTH-09'),
    async ({ bulk, given, verify }) => {
      const stranger = given.otherMerchant();
      const request = await given.requestFor(operationId);
      const dataOf = async () => (safe ? {} : given.state());
      // A target that remembers responses then has one to remember.
      const read = safe ? await bulk.send(called, request) : undefined;
      const before = await dataOf();
      const hidden = await stranger.api.send(called, request);
      const after = await dataOf();
      const found = read ?? (await bulk.send(called, request));
      await verify('AUTH-09', hidden, expect(hidden).to(beHiddenFromOthers), found);
      if (!safe) await verify('AUTH-09', hidden, expect(after).to(keepTheDataOf, before), found);
    },
  );
}

test(
  "Another merchant's reports contain no product of a merchant",
  covers('AUTH-09'),
  async ({ bulk, given, verify }) => {
    const stranger = given.otherMerchant();
    const { path } = await given.requestFor('downloadReport');
    const { sku } = await given.draftProduct();
    const ours = await bulk.downloadReport({ path });
    for (const { id } of given.bodyOf(await stranger.api.listReports(), '*.id')) {
      const file = await stranger.api.downloadReport({ path: { id } });
      await verify('AUTH-09', file, expect(file).to(holdNo, sku), ours);
    }
  },
);

for (const { operationId, method, path } of batchWrites) {
  // An upsert names no product that must exist.
  if (operationId === 'upsertProducts') continue;
  test(
    `Another merchant's key cannot change a merchant's data by ${method} ${path}`,
    covers('AUTH-09'),
    async ({ given, submit, verify }) => {
      const stranger = given.otherMerchant();
      const items = batchItemsOf(operationId, await given.requestFor(operationId));
      const before = await given.state();
      const theirs = await stranger.submit(operationId, items);
      const after = await given.state();
      const ours = await submit(operationId, items);
      await verify('AUTH-09', theirs, expect(theirs).to(beRefused), ours.exchange);
      await verify('AUTH-09', theirs, expect(after).to(keepTheDataOf, before), ours.exchange);
      await verify('AUTH-09', ours, expect(ours).to(beAccepted));
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
