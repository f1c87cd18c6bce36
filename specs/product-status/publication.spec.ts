import { covers, expect, test } from '#fixtures';
import { beActiveWhereShownSo } from '#src/verdicts/oracles/product';

test(
  'A new product is a draft and is listed as active only after it was published and approved',
  covers('STS-01', 'STS-02', 'PRD-03', 'PRD-04'),
  async ({ ownStyles, submit, verify }) => {
    const style = await ownStyles([2]);
    const draft = await style.read();
    await verify('PRD-03', draft.whole, expect(draft.products).toBeShownAs('draft'));
    await verify('PRD-03', draft.active, expect(draft.products).toBeActiveOnlyWhereShownSo());

    const publication = await submit('updateProductStatus', style.setTo('published'));
    await verify('STS-01', publication, expect(publication).toBeAccepted());
    const readings = await style.readUntil(({ products }) =>
      products.every(({ timesActive }) => timesActive > 0),
    );
    for (const { active, products } of readings)
      await verify('STS-02', active, expect(products).toBeActiveOnlyWhereShownSo());

    const last = readings.at(-1) ?? draft;
    await verify('STS-01', last.active, expect(last.products).toBeListedAsActive());
    await verify('PRD-04', last.active, expect(last.products).toBeActiveOnlyWhereShownSo());
    await verify('PRD-04', last.active, expect(last.products).to(beActiveWhereShownSo));
  },
);
