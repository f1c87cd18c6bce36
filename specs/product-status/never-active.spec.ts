import { covers, expect, refusalInWords, test } from '../../fixtures/index.js';

test(
  'A product that was never active can not be set inactive, wherever it is',
  covers('STS-09'),
  async ({ given, merchant, note, ownStyles, submit, verify }) => {
    const [active, draft] = [await ownStyles([1]), await ownStyles([2])];
    await given.activated(active.items);
    const control = await submit('updateProductStatus', active.setTo('inactive'));
    await verify('STS-09', control, () => expect(control).toBeAccepted());
    const isRefused = async (style: typeof draft, ...shown: readonly string[]) => {
      const refusal = await submit('updateProductStatus', style.setTo('inactive'));
      note('STS-09', refusalInWords(refusal));
      const after = await style.read();
      await verify('STS-09', refusal, () => expect(refusal).toBeRefused(), control.write);
      await verify('STS-09', after.whole, () => expect(after.products).toBeShownAs(...shown));
    };

    await isRefused(draft, 'draft');
    if (merchant.provocations === undefined) return;
    // Neither of them becomes active: whenever it is to be set inactive, it never was active before.
    const { rejectedImageUrl, problemImageUrl } = merchant.provocations;
    const rejected = await ownStyles([1], { images: [rejectedImageUrl] });
    const spoilt = await ownStyles([1], { images: [problemImageUrl] });
    await given.published([...rejected.keys, ...spoilt.keys]);
    await isRefused(rejected, 'pending_approval', 'rejected');
    await isRefused(spoilt, 'pending_approval', 'pending_active', 'problem');
    await given.shownAs('rejected', ...rejected.items);
    await isRefused(rejected, 'rejected');
    await given.shownAs('problem', ...spoilt.items);
    await isRefused(spoilt, 'problem');
  },
);
