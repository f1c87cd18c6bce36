import fc from 'fast-check';
import { covers, expect, test } from '#fixtures';
import { invalidStatusItems } from '#src/data/invalid/update-items';
import { inOtherCase, unknownKey } from '#src/data/valid/identifiers';
import { beRefused, refusalInWords, reportAFailure } from '#src/verdicts/oracles/batches/batch';
import { failWhereBad, succeedWhereGood } from '#src/verdicts/oracles/batches/batch-entries';
import { beShownAs } from '#src/verdicts/oracles/products/product';

test(
  'A status update to anything but published, inactive or draft is refused',
  covers('STS-06'),
  async ({ forAll, given, note, ownStyles, submit, verify }) => {
    const [style, beside] = [await ownStyles([1]), await ownStyles([1])];
    const { exchange: control } = await given.published(beside.keys);
    const wrong = invalidStatusItems(style.keys, ['published']);
    const wrongStatus = (how: string) =>
      given.found(wrong.get(`status ${how}`), `a status ${how} is allowed`);
    const areRefused = async (items: readonly unknown[], violations: readonly string[]) => {
      const refusal = await submit('updateProductStatus', items);
      note('STS-06', refusalInWords(refusal));
      const witness = { ...refusal, trail: [...violations, ...refusal.trail] };
      for (const [index] of items.entries())
        await verify('STS-06', witness, expect(refusal).to(beRefused, index), control);
      const after = await style.read();
      await verify('STS-06', after.whole, expect(after.products).to(beShownAs, 'draft'));
      // One of the items is enough for a refusal of the whole batch.
      if (refusal.batch === undefined && items.length > 1)
        for (const [index, item] of items.entries())
          await areRefused([item], violations.slice(index, index + 1));
    };

    const named = ['active', 'PUBLISHED', 'Published', 'DRAFT', 'INACTIVE'];
    await areRefused(
      named.flatMap((status) => style.setTo(status)),
      named,
    );
    const drawn = fc.oneof(
      { weight: 4, arbitrary: wrongStatus('that no merchant can set') },
      { weight: 1, arbitrary: wrongStatus('of a different type') },
    );
    await forAll(
      fc.array(drawn, { minLength: 1, maxLength: 8, size: 'max' }),
      (items) =>
        areRefused(
          items.map(({ invalid }) => invalid),
          items.map(({ violation }) => violation),
        ),
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
    const wrong = invalidStatusItems(style.keys, ['published']);
    await forAll(
      fc.tuple(
        ...['style_key', 'status'].flatMap((field) => {
          const lacking = given.found(wrong.get(`${field} missing`), `a status update may lack ${field}`);
          const isOmitted = ({ invalid }: { readonly invalid: unknown }) => !(field in Object(invalid));
          return [lacking.filter(isOmitted), lacking.filter((item) => !isOmitted(item))];
        }),
      ),
      async (items) => {
        for (const { invalid, violation } of items) {
          const refusal = await submit('updateProductStatus', [invalid]);
          note('STS-10', refusalInWords(refusal));
          const witness = { ...refusal, trail: [violation, ...refusal.trail] };
          await verify('STS-10', witness, expect(refusal).to(beRefused), control);
        }
        const after = await style.read();
        await verify('STS-10', after.whole, expect(after.products).to(beShownAs, 'draft'));
      },
      { exchangesEach: 40 },
    );
  },
);

test(
  'A status update for an unknown style_key fails while another one in the same batch succeeds',
  covers('STS-07'),
  async ({ forAll, given, ownStyles, submit, verify }) => {
    await forAll(
      unknownKey(given.prefix),
      async (style_key) => {
        const known = await ownStyles([1]);
        const items = known
          .setTo('published')
          .flatMap((item) => [
            { ...item, style_key },
            item,
            { ...item, style_key: inOtherCase(item.style_key) ?? given.newKey() },
          ]);
        const foreseen = items.slice(0, 2).map((item, index) => ({ item, good: index === 1, effects: [] }));
        const submission = await submit('updateProductStatus', items);
        const entries = submission.batch?.items ?? [];
        await verify('STS-07', submission, expect(submission).to(failWhereBad, foreseen));
        await verify('STS-07', submission, expect(entries).to(reportAFailure));
        // The description doesn't say whether two keys that differ only in case are different keys.
        await verify('STS-07', submission, expect(entries).to(reportAFailure, 2, 'G-02'));
        await verify('STS-07', submission, expect(submission).to(succeedWhereGood, foreseen));
      },
      { exchangesEach: 12 },
    );
  },
);
