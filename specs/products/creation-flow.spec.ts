import { covers, expect, test } from '#fixtures';

test.describe('The product creation flow', () => {
  test(
    'leads from reference data to an active product',
    covers('PRD-18'),
    async ({ api, batches, given, verify }) => {
      const item = await given.productItem();
      const shown = batches.readWith(api);

      const upsert = await shown.finished(api.upsertProducts({ body: { items: [item] } }));
      await verify('PRD-18', upsert, expect(upsert.items).toHaveSucceeded());

      const publication = [{ style_key: item.style_key, status: 'published' }];
      const update = await shown.finished(api.updateProductStatus({ body: { items: publication } }));
      await verify('PRD-18', update, expect(update.items).toHaveSucceeded());

      const listing = await given.listedAsActive(item.sku);
      await verify('PRD-18', listing, expect(listing.exchange).toListAnEntryWith('items', 'sku', item.sku));
    },
  );
});
