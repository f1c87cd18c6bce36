import fc from 'fast-check';
import { covers, expect, test } from '#fixtures';
import { invalidStatusItems } from '#src/data/invalid/update-items';
import { beRefused, refusalInWords } from '#src/verdicts/oracles/batches/batch';
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
