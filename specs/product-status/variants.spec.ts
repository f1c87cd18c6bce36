import { covers, expect, test } from '#fixtures';
import { refusalInWords } from '#src/verdicts/oracles/batch';
import { beShownAlike } from '#src/verdicts/oracles/product';

/** The possible statuses of a published draft. */
const published = ['pending_approval', 'rejected', 'pending_active', 'active'] as const;

test(
  'A status update applies to every product of its style',
  covers('STS-08'),
  async ({ given, ownStyles, submit, verify }) => {
    const [style, other] = [await ownStyles([3]), await ownStyles([2])];
    await given.activated([...style.items, ...other.items]);
    for (const [status, shown] of [
      ['inactive', 'inactive'],
      ['published', 'active'],
    ] as const) {
      const update = await submit('updateProductStatus', style.setTo(status));
      await verify('STS-08', update, expect(update).toBeAccepted());
      const after = await style.read();
      await verify('STS-08', after.whole, expect(after.products).to(beShownAlike));
      if (status === 'inactive')
        await verify('STS-08', after.whole, expect(after.products).toBeShownAs(shown));
      const beside = await other.read();
      await verify('STS-08', beside.whole, expect(beside.products).toBeShownAs('active'));
    }
  },
);

test(
  'Publishing applies to every product of a style, and publishing again takes nothing back',
  covers('STS-08', 'STS-12'),
  async ({ given, note, ownStyles, submit, verify }) => {
    const style = await ownStyles([3]);
    await given.published(style.keys);
    const after = await style.read();
    await verify('STS-08', after.whole, expect(after.products).to(beShownAlike));
    await verify('STS-08', after.whole, expect(after.products).toBeShownAs(...published));
    // The description does not say whether it is refused.
    const again = await submit('updateProductStatus', style.setTo('published'));
    const later = await style.read();
    const witness = { ...again, exchange: later.whole.exchange };
    await verify('STS-12', witness, expect(later.products).toBeShownAs(...published));

    // Both are in one batch, so that no approval comes between them; the description does not say whether it is
    // accepted.
    const other = await ownStyles([1]);
    const publications = [...other.setTo('published'), ...other.setTo('published')];
    const both = await submit('updateProductStatus', publications);
    if (both.batch?.items[0]?.success !== true) {
      note('STS-12', `not looked at: two publications in one batch, ${refusalInWords(both)}`);
      return;
    }
    const end = await other.read();
    const seen = { ...both, exchange: end.whole.exchange };
    await verify('STS-12', seen, expect(end.products).toBeShownAs(...published));
  },
);
