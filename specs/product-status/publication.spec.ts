import { covers, expect, test } from '#fixtures';
import { beShownAs } from '#src/verdicts/oracles/products/product';

/** The latest second after its publication at which a product is set back; each attempt is one second later. */
const latest = 20;

test(
  'A product that is approved while it is being set back to draft stays approved',
  covers('STS-05'),
  async ({ bulk, batches, given, ownStyles, verify }) => {
    for (let seconds = 0; seconds <= latest; seconds += 1) {
      const style = await ownStyles([1]);
      const publication = await batches.follow(
        bulk.updateProductStatus({ body: { items: style.setTo('published') } }),
      );
      await given.wait(seconds);
      // Of two batches that take the same time, the one that begins a second later ends a second later.
      await given.decideNextBatch('retried');
      const back = await bulk.updateProductStatus({ body: { items: style.setTo('draft') } });
      const readings = await style.readUntil(({ isActive, products }) =>
        products.some(({ status }) => isActive || status === 'draft'),
      );
      await batches.submitted(back);
      readings.push(await style.read());

      const approved = readings.findIndex(({ isApproved }) => isApproved);
      if (approved < 0) continue;
      for (const { whole, products } of readings.slice(approved))
        await verify(
          'STS-05',
          whole,
          expect(products).to(beShownAs, 'pending_active', 'active'),
          publication.exchange,
        );
      return;
    }
    given.need(false, `no product was approved while it was being set back within ${latest} s`);
  },
);
