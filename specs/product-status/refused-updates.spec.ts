import fc from 'fast-check';
import { covers, expect, refusalInWords, test } from '../../fixtures/index.js';
import {
  otherStatus,
  statusFieldOfAnotherType,
  withoutStatusField,
} from '../../src/arbitraries/invalid/status-item.js';
import { unknownStyleKey } from '../../src/arbitraries/unknown-product-key.js';

test(
  'A status update to anything but published, inactive or draft is refused',
  covers('STS-06'),
  async ({ forAll, given, note, ownStyles, submit, verify }) => {
    const [style, beside] = [await ownStyles([1]), await ownStyles([1])];
    const { exchange: control } = await given.published(beside.keys);
    const valid = { styleKeys: style.keys, statuses: ['published'] as const };
    const isRefused = async (items: readonly unknown[], violations: readonly string[]) => {
      const refusal = await submit('updateProductStatus', items);
      note('STS-06', refusalInWords(refusal));
      const witness = { ...refusal, trail: [...violations, ...refusal.trail] };
      for (const [index] of items.entries())
        await verify('STS-06', witness, () => expect(refusal).toBeRefused(index), control);
      const after = await style.read();
      await verify('STS-06', after.whole, () => expect(after.products).toBeShownAs('draft'));
      return refusal;
    };

    await isRefused(style.setTo('active'), []);
    const drawn = fc.oneof(
      { weight: 4, arbitrary: otherStatus(valid) },
      { weight: 1, arbitrary: statusFieldOfAnotherType(valid, 'status') },
    );
    await forAll(
      fc.array(drawn, { minLength: 1, maxLength: 8, size: 'max' }),
      async (items) => {
        const together = await isRefused(
          items.map(({ invalid }) => invalid),
          items.map(({ violation }) => violation),
        );
        // One of them is enough for a refusal of the whole batch.
        if (together.batch === undefined && items.length > 1)
          for (const { invalid, violation } of items) await isRefused([invalid], [violation]);
      },
      { exchangesEach: 12 },
    );
  },
);

test(
  'A status update without a style key or without a status is refused',
  covers('STS-10'),
  async ({ forAll, given, note, ownStyles, submit, verify }) => {
    const [style, beside] = [await ownStyles([1]), await ownStyles([1])];
    const { exchange: control } = await given.published(beside.keys);
    const valid = { styleKeys: style.keys, statuses: ['published'] as const };
    await forAll(
      fc.tuple(withoutStatusField(valid, 'style_key'), withoutStatusField(valid, 'status')),
      async (items) => {
        for (const { invalid, violation } of items) {
          const refusal = await submit('updateProductStatus', [invalid]);
          note('STS-10', refusalInWords(refusal));
          const witness = { ...refusal, trail: [violation, ...refusal.trail] };
          await verify('STS-10', witness, () => expect(refusal).toBeRefused(), control);
        }
        const after = await style.read();
        await verify('STS-10', after.whole, () => expect(after.products).toBeShownAs('draft'));
      },
      { exchangesEach: 20 },
    );
  },
);

test(
  'A status update of an unknown style key is reported as failed, beside one that succeeds',
  covers('STS-07'),
  async ({ forAll, given, ownStyles, submit, verify }) => {
    await forAll(
      unknownStyleKey(given.prefix),
      async (style_key) => {
        const known = await ownStyles([1]);
        const items = known.setTo('published').flatMap((item) => [{ ...item, style_key }, item]);
        const foreseen = items.map((item, index) => ({ item, good: index === 1, effects: [] }));
        const submission = await submit('updateProductStatus', items);
        await verify('STS-07', submission, () => expect(submission).toFailWhereBad(foreseen));
        await verify('STS-07', submission, () => expect(submission.batch?.items ?? []).toReportAFailure());
        await verify('STS-07', submission, () => expect(submission).toSucceedWhereGood(foreseen));
      },
      { exchangesEach: 12 },
    );
  },
);

test(
  'A product that was never active can not be set inactive',
  covers('STS-09'),
  async ({ given, merchant, note, ownStyles, submit, verify }) => {
    const active = await ownStyles([1]);
    await given.activated(active.items);
    const never = [{ style: await ownStyles([2]), status: 'draft' }];
    if (merchant.provocations !== undefined) {
      const { rejectedImageUrl } = merchant.provocations;
      const rejected = await ownStyles([1], { images: [rejectedImageUrl] });
      await given.published(rejected.keys);
      await rejected.readUntil(({ products }) => products.every(({ status }) => status === 'rejected'));
      never.push({ style: rejected, status: 'rejected' });
    }
    const control = await submit('updateProductStatus', active.setTo('inactive'));
    await verify('STS-09', control, () => expect(control).toBeAccepted());

    for (const { style, status } of never) {
      const refusal = await submit('updateProductStatus', style.setTo('inactive'));
      note('STS-09', refusalInWords(refusal));
      const after = await style.read();
      await verify('STS-09', refusal, () => expect(refusal).toBeRefused(), control.write);
      await verify('STS-09', after.whole, () => expect(after.products).toBeShownAs(status));
    }
  },
);
