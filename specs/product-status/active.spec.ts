import { covers, expect, test } from '#fixtures';
import { beAccepted, beRefused, refusalInWords } from '#src/verdicts/oracles/batches/batch';
import {
  beActiveOnlyWhereShownSo,
  beListedAsActive,
  beShownAs,
} from '#src/verdicts/oracles/products/product';

test(
  'Products of every status are listed as active only if they are shown as active',
  covers('STS-02'),
  async ({ given, merchant, note, ownStyles, verify }) => {
    const [active, hidden] = [await ownStyles([3]), await ownStyles([1])];
    const made = [active, hidden, await ownStyles([1])];
    if (merchant.provocations === undefined)
      note(
        'STS-02',
        'not looked at: rejected products and products with a problem, which cannot be provoked on this target',
      );
    for (const image of Object.values(merchant.provocations ?? {})) {
      const provoking = await ownStyles([1], { images: [image] });
      await given.published(provoking.keys);
      await provoking.readUntil(({ products }) =>
        products.every(({ status }) => status === 'rejected' || status === 'problem'),
      );
      made.push(provoking);
    }
    await given.published([...active.keys, ...hidden.keys]);
    await given.shownAs('active', ...active.items, ...hidden.items);
    await given.batch('updateProductStatus', { body: { items: hidden.setTo('inactive') } });
    const waiting = await ownStyles([2]);
    await given.published(waiting.keys);

    for (const style of [...made, waiting]) {
      const reading = await style.read();
      await verify('STS-02', reading.active, expect(reading.products).to(beActiveOnlyWhereShownSo));
    }
  },
);

test(
  'A product with a problem is not listed as active',
  covers('PRD-04'),
  async ({ given, ownStyles, verify }) => {
    const { problemImageUrl } = given.provocations();
    const style = await ownStyles([1], { images: [problemImageUrl] });
    await given.published(style.keys);
    const readings = await style.readUntil(({ products }) =>
      products.every(({ status }) => status === 'problem'),
    );
    for (const { active, products } of readings)
      await verify('PRD-04', active, expect(products).to(beActiveOnlyWhereShownSo));
    if (readings.at(-1)?.products.some(({ status }) => status !== 'problem'))
      style.blockedBy('the product that should have had a problem was never shown with one');
  },
);

/** Seconds in which a new approval would show. */
const aWhile = 3;

test(
  'An active product can be set to inactive, published again without a new approval, and set to inactive again',
  covers('STS-03', 'STS-11', 'STS-12'),
  async ({ given, ownStyles, submit, verify }) => {
    // Two styles, so that later batches can have another order: equal batches may be one batch (gap G-21).
    const style = await ownStyles([1, 1]);
    await given.activated(style.items);

    const hiding = await submit('updateProductStatus', style.setTo('inactive'));
    await verify('STS-03', hiding, expect(hiding).to(beAccepted));
    const hidden = await style.read();
    await verify('STS-03', hidden.whole, expect(hidden.products).to(beShownAs, 'inactive'));
    await verify('STS-03', hidden.active, expect(hidden.products).to(beActiveOnlyWhereShownSo));

    const publication = await submit('updateProductStatus', style.setTo('published').toReversed());
    await verify('STS-11', publication, expect(publication).to(beAccepted));
    const readings = await style.readUntil(({ products }) =>
      products.every(({ timesActive }) => timesActive > 0),
    );
    for (let seconds = 0; seconds < aWhile; seconds += 1) {
      await given.wait(1);
      readings.push(await style.read());
    }
    for (const { whole, products } of readings)
      await verify('STS-11', whole, expect(products).to(beShownAs, 'inactive', 'pending_active', 'active'));
    const last = readings.at(-1) ?? hidden;
    await verify('STS-11', last.active, expect(last.products).to(beListedAsActive));
    if (!last.isActive) style.blockedBy('the product was not active after it was published again');

    const again = await submit('updateProductStatus', style.setTo('inactive').toReversed());
    await verify('STS-12', again, expect(again).to(beAccepted));
    const end = await style.read();
    await verify('STS-12', end.whole, expect(end.products).to(beShownAs, 'inactive'));
    await verify('STS-03', end.active, expect(end.products).to(beActiveOnlyWhereShownSo));
  },
);

test(
  'A product that was never active cannot be set to inactive',
  covers('STS-09'),
  async ({ bulk, batches, given, merchant, note, ownStyles, submit, verify }) => {
    const [active, draft] = [await ownStyles([1]), await ownStyles([2])];
    await given.activated(active.items);
    const control = await submit('updateProductStatus', active.setTo('inactive'));
    const areRefused = async (styles: readonly (typeof draft)[], ...shown: readonly string[]) => {
      const items = styles.flatMap((style) => style.setTo('inactive'));
      const refusal = await submit('updateProductStatus', items);
      note('STS-09', refusalInWords(refusal));
      for (const [index, style] of styles.entries()) {
        const after = await style.read();
        await verify('STS-09', refusal, expect(refusal).to(beRefused, index), control.write);
        await verify('STS-09', after.whole, expect(after.products).to(beShownAs, ...shown));
      }
    };

    await areRefused([draft], 'draft');
    // Sent last, because the control alone proves nothing about the other updates.
    await verify('STS-09', control, expect(control).to(beAccepted));
    if (merchant.provocations === undefined) {
      note(
        'STS-09',
        'not looked at: a rejected product and one with a problem, which cannot be provoked on this target',
      );
      return;
    }
    // Neither of them ever becomes active, so the condition "never active before" holds at any time.
    const { rejectedImageUrl, problemImageUrl } = merchant.provocations;
    const rejected = await ownStyles([1], { images: [rejectedImageUrl] });
    const spoilt = await ownStyles([1], { images: [problemImageUrl] });
    const publication = [...rejected.setTo('published'), ...spoilt.setTo('published')];
    await batches.follow(bulk.updateProductStatus({ body: { items: publication } }));
    await areRefused([rejected, spoilt], ...['pending_approval', 'rejected', 'pending_active', 'problem']);
    await given.shownAs('rejected', ...rejected.items);
    await given.shownAs('problem', ...spoilt.items);
    await areRefused([spoilt, rejected], 'rejected', 'problem');
  },
);
