import { covers, expect, refusalInWords, test } from '../../fixtures/index.js';

/** So often a style is published and taken back, until the review was not the faster one. */
const tries = 8;

test(
  'A product that waits for approval can be set back to draft',
  covers('STS-04'),
  async ({ given, ownStyles, submit, verify }) => {
    for (let tried = 1; ; tried += 1) {
      const style = await ownStyles([2]);
      await given.published(style.keys);
      const waiting = await style.read();
      const back = await submit('updateProductStatus', style.setTo('draft'));
      const after = await style.read();
      const wasSlower = back.batch?.items.every(({ success }) => success) !== true && after.isApproved;
      if (wasSlower && tried < tries) continue;
      if (wasSlower) style.blockedBy(`the review was faster, ${tries} times`);

      const trail = [...waiting.whole.trail, ...back.trail];
      await verify('STS-04', { ...back, trail }, () => expect(back).toBeAccepted());
      await verify('STS-04', after.whole, () => expect(after.products).toBeShownAs('draft'));
      return;
    }
  },
);

test(
  'A product that was approved can not be set back to draft, be it active or hidden',
  covers('STS-05'),
  async ({ given, note, ownStyles, submit, verify }) => {
    const style = await ownStyles([2]);
    const refused = async (...statuses: readonly string[]) => {
      const refusal = await submit('updateProductStatus', style.setTo('draft'));
      note('STS-05', refusalInWords(refusal));
      return { refusal, after: await style.read(), statuses };
    };

    await given.published(style.keys);
    await style.becomeApproved();
    const attempts = [await refused('pending_active', 'active')];
    await style.becomeActive();
    attempts.push(await refused('active'));
    const control = await submit('updateProductStatus', style.setTo('inactive'));
    attempts.push(await refused('inactive'));

    for (const { refusal, after, statuses } of attempts) {
      await verify('STS-05', refusal, () => expect(refusal).toBeRefused(), control.write);
      await verify('STS-05', after.whole, () => expect(after.products).toBeShownAs(...statuses));
    }
    // The same request with a status that is right there: what was refused above was so for its status.
    await verify('STS-05', control, () => expect(control).toBeAccepted());
  },
);
