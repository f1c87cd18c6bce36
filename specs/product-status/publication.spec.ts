import { covers, expect, mayMeet, test } from '#fixtures';
import { beAccepted } from '#src/verdicts/oracles/batches/batch';
import {
  beActiveOnlyWhereShownSo,
  beActiveWhereShownSo,
  beListedAsActive,
  beShownAs,
} from '#src/verdicts/oracles/products/product';

test(
  'A new product is a draft and is listed as active only after it was published and approved',
  // Between two readings, a product may become active: other tests cover STS-02.
  mayMeet(covers('STS-01', 'PRD-03', 'PRD-04'), 'STS-02'),
  async ({ ownStyles, submit, verify }) => {
    const style = await ownStyles([2]);
    const draft = await style.read();
    await verify('PRD-03', draft.whole, expect(draft.products).to(beShownAs, 'draft'));
    await verify('PRD-03', draft.active, expect(draft.products).to(beActiveOnlyWhereShownSo));

    const publication = await submit('updateProductStatus', style.setTo('published'));
    await verify('STS-01', publication, expect(publication).to(beAccepted));
    const readings = await style.readUntil(({ products }) =>
      products.every(({ timesActive }) => timesActive > 0),
    );
    for (const { active, products } of readings)
      await verify('STS-02', active, expect(products).to(beActiveOnlyWhereShownSo));

    const last = readings.at(-1) ?? draft;
    await verify('STS-01', last.active, expect(last.products).to(beListedAsActive));
    await verify('PRD-04', last.active, expect(last.products).to(beActiveOnlyWhereShownSo));
    await verify('PRD-04', last.active, expect(last.products).to(beActiveWhereShownSo));
  },
);

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
