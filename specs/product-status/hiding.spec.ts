import { covers, expect, test } from '#fixtures';

/** Seconds in which a new approval would show. */
const aWhile = 3;

test(
  'An active product can be set inactive, published again without a new approval, and set inactive again',
  covers('STS-03', 'STS-11', 'STS-12'),
  async ({ given, ownStyles, submit, verify }) => {
    const style = await ownStyles([2]);
    await given.activated(style.items);

    const hiding = await submit('updateProductStatus', style.setTo('inactive'));
    await verify('STS-03', hiding, expect(hiding).toBeAccepted());
    const hidden = await style.read();
    await verify('STS-03', hidden.whole, expect(hidden.products).toBeShownAs('inactive'));
    await verify('STS-03', hidden.active, expect(hidden.products).toBeActiveOnlyWhereShownSo());

    const publication = await submit('updateProductStatus', style.setTo('published'));
    await verify('STS-11', publication, expect(publication).toBeAccepted());
    const readings = await style.readUntil(({ products }) =>
      products.every(({ timesActive }) => timesActive > 0),
    );
    for (let seconds = 0; seconds < aWhile; seconds += 1) {
      await given.wait(1);
      readings.push(await style.read());
    }
    for (const { whole, products } of readings)
      await verify('STS-11', whole, expect(products).toBeShownAs('inactive', 'pending_active', 'active'));
    const last = readings.at(-1) ?? hidden;
    await verify('STS-11', last.active, expect(last.products).toBeListedAsActive());
    if (!last.isActive) style.blockedBy('the product was not active after it was published again');

    const again = await submit('updateProductStatus', style.setTo('inactive'));
    await verify('STS-12', again, expect(again).toBeAccepted());
    const end = await style.read();
    await verify('STS-12', end.whole, expect(end.products).toBeShownAs('inactive'));
    await verify('STS-03', end.active, expect(end.products).toBeActiveOnlyWhereShownSo());
  },
);
