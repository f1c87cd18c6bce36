import fc from 'fast-check';
import { covers, expect, test } from '#fixtures';
import { inOtherCase, unknownKey } from '#src/data/valid/identifiers';
import { otherQuantity, stockItem } from '#src/data/valid/update-items';
import { haveSucceeded, reportAFailure } from '#src/verdicts/oracles/batches/batch';
import { differByWhatSucceeded, failWhereBad } from '#src/verdicts/oracles/batches/batch-entries';

/** The place of the quantity in the list, and the shape of a stock item. */
const gaps = ['G-08', 'G-11'];
/** Requests for one example: a batch with its reads, and a read before and after it. */
const exchangesEach = 8;

const quantityOf = (sku: string, quantity: number) => ({
  ...{ record: `product ${sku}`, field: 'quantity', acceptable: [quantity] },
  gaps,
});

test(
  'A stock update for an unknown sku fails and changes nothing',
  covers('STK-02'),
  async ({ forAll, given, submit, verify }) => {
    const { sku, quantity } = await given.draftProduct();
    const change = { sku, quantity: otherQuantity(quantity) };
    const control = await given.batch('updateProductStock', { body: { items: [change] } });
    const unknown = unknownKey(given.prefix).chain((other) => stockItem([other]));
    const nearly = inOtherCase(sku) ?? given.newKey();
    await forAll(
      fc.tuple(unknown, stockItem([sku]), unknown, stockItem([nearly])),
      async (items) => {
        const foreseen = items.map((item, index) => ({
          item,
          good: index === 1,
          effects: item.sku === sku || item.sku === nearly ? [quantityOf(sku, item.quantity)] : [],
        }));
        const skus = [sku, ...items.map((item) => item.sku)];
        const before = await given.records({ skus });
        const update = await submit('updateProductStock', items);
        const after = await given.records({ skus });
        const judged = foreseen.slice(0, 3);
        await verify('STK-02', update, expect(update).to(failWhereBad, judged), control.exchange);
        const entries = update.batch?.items ?? [];
        for (const index of [0, 2]) await verify('STK-02', update, expect(entries).to(reportAFailure, index));
        // The description doesn't say whether two skus that differ only in case are different skus.
        await verify('STK-02', update, expect(entries).to(reportAFailure, 3, 'G-02'));
        const changedAsReported = expect(after.records).to(
          differByWhatSucceeded,
          before.records,
          update,
          foreseen,
        );
        await verify('STK-02', { ...update, exchange: after.exchange }, changedAsReported);
      },
      { exchangesEach },
    );
    // Sent last, because the control alone proves nothing about the other updates.
    await verify('STK-02', control, expect(control.items).to(haveSucceeded));
  },
);
