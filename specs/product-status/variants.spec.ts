import { covers, expect, test } from '../../fixtures/index.js';

test(
  'A status update applies to every product of the style',
  covers('STS-08'),
  async ({ given, ownStyles, submit, verify }) => {
    const [style, other] = [await ownStyles([3]), await ownStyles([2])];
    await given.activated([...style.items, ...other.items]);
    for (const [status, shown] of [
      ['inactive', 'inactive'],
      ['published', 'active'],
    ] as const) {
      const update = await submit('updateProductStatus', style.setTo(status));
      await verify('STS-08', update, () => expect(update).toBeAccepted());
      const after = await style.read();
      await verify('STS-08', after.whole, () => expect(after.products).toBeShownAlike());
      if (status === 'inactive')
        await verify('STS-08', after.whole, () => expect(after.products).toBeShownAs(shown));
      const beside = await other.read();
      await verify('STS-08', beside.whole, () => expect(beside.products).toBeShownAs('active'));
    }
  },
);

test(
  'A publication applies to every product of the style',
  covers('STS-08'),
  async ({ given, ownStyles, verify }) => {
    const style = await ownStyles([3]);
    await given.published(style.keys);
    const after = await style.read();
    await verify('STS-08', after.whole, () => expect(after.products).toBeShownAlike());
    await verify('STS-08', after.whole, () =>
      expect(after.products).toBeShownAs('pending_approval', 'rejected', 'pending_active', 'active'),
    );
  },
);
