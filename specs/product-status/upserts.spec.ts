import fc from 'fast-check';
import { covers, expect, test } from '#fixtures';
import { changedProductItem, productItem } from '#src/data/product-item';

/** Seconds in which a publication or a new approval that an upsert began would show. */
const aWhile = 60;

test(
  'A draft stays a draft when it is upserted again, with the same or other values',
  covers('PRD-20'),
  async ({ forAll, given, submit, verify }) => {
    const reference = await given.referenceDataWithSecondSizes();
    const versions = productItem(reference, given.prefix).chain((item) =>
      changedProductItem(item, reference).map((changed) => ({ item, changed })),
    );
    let last: Awaited<ReturnType<typeof submit>> | undefined;
    let updated: readonly { readonly sku: string; readonly style_key: string }[] = [];
    const areDrafts = async (keys: typeof updated, upserts: string, { write }: NonNullable<typeof last>) => {
      const { rows, exchange } = await given.productRows(...keys);
      const active = await given.everyPage('listProducts', { status: 'active' });
      const trail = [`upserted: ${upserts}`];
      const [whole, filtered] = [
        { exchange, trail, write },
        { exchange: active.last, trail, write },
      ];
      for (const { sku } of keys) {
        const isDraft = expect(rows).toGiveBack({ sku, status: 'draft' });
        await verify('PRD-20', whole, isDraft, write);
      }
      const isNotActive = expect(active.entries).toShowNothingOf(...keys);
      await verify('PRD-20', filtered, isNotActive, write);
    };
    await forAll(
      fc.array(versions, { minLength: 1, maxLength: 3 }),
      async (drawn) => {
        const keys = drawn.map(() => ({ sku: given.newKey(), style_key: given.newKey() }));
        const first = drawn.map(({ item }, index) => ({ ...item, ...keys[index] }));
        const changed = drawn.map((each, index) => ({ ...each.changed, ...keys[index] }));
        const upserts: string[] = [];
        for (const [what, items] of [
          ['created', first],
          ['changed', changed],
          ['sent again as they were', changed],
        ] as const) {
          last = await submit('upsertProducts', items);
          if (last.batch?.items.every(({ success }) => success) !== true) return;
          upserts.push(what);
          await areDrafts(keys, upserts.join(', '), last);
        }
        updated = keys;
      },
      { exchangesEach: 30 },
    );
    // A publication or approval that an upsert began silently would show by now.
    await given.wait(aWhile);
    if (last?.batch === undefined) given.bodyOf(given.found(last, 'nothing was upserted').write);
    const submission = given.found(updated.length > 0 ? last : undefined, 'no draft was updated');
    await areDrafts(updated, `created, changed and sent again, ${aWhile} s ago`, submission);
  },
);

test(
  'A published product shows its new values and keeps its status when it is upserted',
  covers('PRD-21'),
  async ({ given, ownStyles, sample, submit, verify }) => {
    const reference = await given.referenceData();
    const style = await ownStyles([1]);
    const upserted = async (...statuses: readonly string[]) => {
      const items = style.items.map((item) => ({
        ...sample(changedProductItem(item, reference)),
        name: `Upserted while ${statuses[0]}`,
      }));
      const upsert = await submit('upsertProducts', items);
      await verify('PRD-21', upsert, expect(upsert).toBeAccepted());
      const reading = await style.read();
      const witness = { ...reading.whole, write: upsert.write };
      for (const item of items)
        await verify('PRD-21', witness, expect([...reading.entries.values()]).toGiveBack(item));
      const keepsItsStatus = expect(reading.products).toBeShownAs(...statuses);
      if (!(await verify('PRD-21', witness, keepsItsStatus)))
        style.blockedBy(`the upsert changed the status of a product that was ${statuses.join(' or ')}`);
    };
    const staysSo = async (status: string) => {
      await given.wait(aWhile);
      const later = await style.read();
      await verify('PRD-21', later.whole, expect(later.products).toBeShownAs(status));
    };

    await given.published(style.keys);
    await upserted('pending_approval', 'pending_active', 'active');
    await style.becomeActive();
    await upserted('active');
    await staysSo('active');
    const hiding = await submit('updateProductStatus', style.setTo('inactive'));
    given.need(hiding.batch?.items.every(({ success }) => success) === true, 'the product was not hidden');
    await upserted('inactive');
    await staysSo('inactive');
  },
);
