import { covers, expect, never, test } from '#fixtures';
import { beAccepted } from '#src/verdicts/oracles/batches/batch';
import { beShownAs } from '#src/verdicts/oracles/products/product';

/** How many times a style is published and set back before the review counts as too fast. */
const tries = 8;
/** Seconds in which the end of an uncancelled review would show, after the end of a different review has shown. */
const aWhile = 5;

// A second try of what was refused would find the review over.
test(
  'A product that was not approved can be set back to draft and published again later',
  never('repeated', covers('STS-01', 'STS-04')),
  async ({ given, ownStyles, submit, verify }) => {
    const takenBack = async () => {
      for (let tried = 1; ; tried += 1) {
        const [style, beside] = [await ownStyles([2]), await ownStyles([1])];
        await given.published([...style.keys, ...beside.keys]);
        const waiting = await style.read();
        const back = await submit('updateProductStatus', style.setTo('draft'));
        const after = await style.read();
        const wasSlower = back.batch?.items.every(({ success }) => success) !== true && after.isApproved;
        if (!wasSlower) return { style, beside, waiting, back, after };
        if (tried === tries) style.blockedBy(`the review was faster, ${tries} times`, 'G-06');
      }
    };

    const { style, beside, waiting, back, after } = await takenBack();
    const trail = [...waiting.whole.trail, ...back.trail];
    await verify('STS-04', { ...back, trail }, expect(back).to(beAccepted));
    const isBack = expect(after.products).to(beShownAs, 'draft');
    if (!(await verify('STS-04', after.whole, isBack))) style.blockedBy('it was not set back to draft');

    // The review of the products published along with it has ended: its own review would have ended too.
    await given.shownAs('active', ...beside.items);
    await given.wait(aWhile);
    const later = await style.read();
    const isStill = expect(later.products).to(beShownAs, 'draft');
    if (!(await verify('STS-04', later.whole, isStill))) style.blockedBy('it did not stay a draft');

    const publication = await submit('updateProductStatus', style.setTo('published'));
    await verify('STS-01', publication, expect(publication).to(beAccepted));
    const last = (await style.readUntil(({ isActive }) => isActive)).at(-1) ?? later;
    await verify('STS-01', last.whole, expect(last.products).to(beShownAs, 'active'));
  },
);
