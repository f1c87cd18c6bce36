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
      const publication = await given.published(style.keys);
      await given.wait(seconds);
      // Of two batches that take the same time, the one that begins a second later ends a second later.
      await given.decideNextBatch('retried');
      const back = await bulk.updateProductStatus({ body: { items: style.setTo('draft') } });
      let isApproved = false;
      const statusNow = async () => {
        const { last, products } = await style.read();
        const status = String(products[0]?.status);
        isApproved ||= ['pending_active', 'active'].includes(status);
        const staysApproved = expect(products).to(beShownAs, 'pending_active', 'active');
        if (isApproved) await verify('STS-05', last, staysApproved, publication.exchange);
        return status;
      };
      for (let left = given.deadline; left > 0; left -= 1) {
        if (['draft', 'active'].includes(await statusNow())) break;
        await given.wait(1);
      }
      await batches.submitted(back);
      await statusNow();
      if (isApproved) return;
    }
    given.need(false, `no product was approved while it was being set back within ${latest} s`);
  },
);
