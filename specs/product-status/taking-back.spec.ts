import { covers, expect, never, test } from '#fixtures';
import { beAccepted, beRefused, refusalInWords } from '#src/verdicts/oracles/batches/batch';
import { beListedAsActive, beShownAs } from '#src/verdicts/oracles/products/product';

/** How many times a style is published and set back before the review counts as too fast. */
const tries = 8;
/** Seconds in which the end of an uncancelled review would show, after the end of a different review has shown. */
const aWhile = 5;

// A second try of what was refused would find the review over.
test(
  'A product that was not approved can be set back to draft and published again later',
  never('repeated', covers('STS-01', 'STS-04')),
  async ({ given, merchant, note, ownStyles, submit, verify }) => {
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
    await verify('STS-01', last.active, expect(last.products).to(beListedAsActive));

    if (merchant.provocations === undefined) {
      note('STS-04', 'not looked at: a rejected product, which cannot be provoked on this target');
      return;
    }
    const rejected = await ownStyles([2], { images: [merchant.provocations.rejectedImageUrl] });
    await given.published(rejected.keys);
    await given.shownAs('rejected', ...rejected.items);
    const reverted = await submit('updateProductStatus', rejected.setTo('draft'));
    await verify('STS-04', reverted, expect(reverted).to(beAccepted, 'G-06'));
    const draft = await rejected.read();
    await verify('STS-04', draft.whole, expect(draft.products).to(beShownAs, 'draft'));
  },
);

test(
  'An approved product cannot be set back to draft, whether it is active or inactive',
  covers('STS-05'),
  async ({ given, note, ownStyles, submit, verify }) => {
    const style = await ownStyles([2]);
    const refused = async (...statuses: readonly string[]) => {
      const refusal = await submit('updateProductStatus', style.setTo('draft'));
      const after = await style.read();
      const isRefused = expect(refusal).to(beRefused);
      const isUnchanged = expect(after.products).to(beShownAs, ...statuses);
      // If the target carried out the update, report it now: the next steps are then impossible.
      if (after.products.some(({ status }) => status === 'draft')) {
        await verify('STS-05', refusal, isRefused);
        await verify('STS-05', after.whole, isUnchanged);
        style.blockedBy('the product was set back to draft');
      }
      note('STS-05', refusalInWords(refusal));
      return { refusal, after, isRefused, isUnchanged };
    };

    await given.published(style.keys);
    await style.becomeApproved();
    const attempts = [await refused('pending_active', 'active')];
    await style.becomeActive();
    attempts.push(await refused('active'));
    const control = await submit('updateProductStatus', style.setTo('inactive'));
    attempts.push(await refused('inactive'));

    for (const { refusal, after, isRefused, isUnchanged } of attempts) {
      await verify('STS-05', refusal, isRefused, control.write);
      await verify('STS-05', after.whole, isUnchanged);
    }
    // The same request with a valid status, which proves that the requests above were refused for their status.
    await verify('STS-05', control, expect(control).to(beAccepted));
  },
);
