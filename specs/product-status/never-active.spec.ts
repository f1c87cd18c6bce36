import { covers, expect, test } from '#fixtures';
import { refusalInWords } from '#src/verdicts/oracles/batch';

test(
  'A product that was never active cannot be set inactive',
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
        await verify('STS-09', refusal, expect(refusal).toBeRefused(index), control.write);
        await verify('STS-09', after.whole, expect(after.products).toBeShownAs(...shown));
      }
    };

    await areRefused([draft], 'draft');
    // Sent last, because the control alone proves nothing about the other updates.
    await verify('STS-09', control, expect(control).toBeAccepted());
    if (merchant.provocations === undefined) {
      note(
        'STS-09',
        'not looked at: a rejected product and one with a problem, which cannot be provoked on this target',
      );
      return;
    }
    // Neither of them ever becomes active, so that at any time it was never active before.
    const { rejectedImageUrl, problemImageUrl } = merchant.provocations;
    const rejected = await ownStyles([1], { images: [rejectedImageUrl] });
    const spoilt = await ownStyles([1], { images: [problemImageUrl] });
    const publication = [...rejected.setTo('published'), ...spoilt.setTo('published')];
    await batches.follow(bulk.updateProductStatus({ body: { items: publication } }));
    await areRefused([rejected, spoilt], ...['pending_approval', 'rejected', 'pending_active', 'problem']);
    await given.shownAs('rejected', ...rejected.items);
    await given.shownAs('problem', ...spoilt.items);
    await areRefused([rejected, spoilt], 'rejected', 'problem');
  },
);
