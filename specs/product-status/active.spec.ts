import { covers, expect, test } from '#fixtures';
import { beAccepted, beRefused, refusalInWords } from '#src/verdicts/oracles/batches/batch';
import { beActiveOnlyWhereShownSo, beShownAs } from '#src/verdicts/oracles/products/product';

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
