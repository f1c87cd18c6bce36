import fc from 'fast-check';
import { covers, expect, test } from '#fixtures';
import { invalidStatusItems } from '#src/data/invalid/update-items';
import { beRefused, refusalInWords } from '#src/verdicts/oracles/batches/batch';
import { beShownAs } from '#src/verdicts/oracles/products/product';

for (const [id, what, named, mistakes] of [
  [
    'STS-06',
    'to anything but published, inactive or draft',
    ['active', 'PUBLISHED', 'Published', 'DRAFT', 'INACTIVE'],
    ['status that no merchant can set', 'status of a different type'],
  ],
  ['STS-10', 'without a style key or without a status', [], ['style_key missing', 'status missing']],
] as const)
  test(
    `A status update ${what} is refused`,
    covers(id),
    async ({ forAll, given, note, ownStyles, submit, verify }) => {
      const [style, beside] = [await ownStyles([1]), await ownStyles([1])];
      const { exchange: control } = await given.published(beside.keys);
      const areRefused = async (items: readonly unknown[], violations: readonly string[]) => {
        const refusal = await submit('updateProductStatus', items);
        note(id, refusalInWords(refusal));
        const witness = { ...refusal, trail: [...violations, ...refusal.trail] };
        for (const [index] of items.entries())
          await verify(id, witness, expect(refusal).to(beRefused, index), control);
        const after = await style.read();
        await verify(id, after.last, expect(after.products).to(beShownAs, 'draft'));
        // One of the items is enough for a refusal of the whole batch.
        if (refusal.batch === undefined && items.length > 1)
          for (const [index, item] of items.entries())
            await areRefused([item], violations.slice(index, index + 1));
      };

      if (named.length > 0)
        await areRefused(
          named.flatMap((status) => style.setTo(status)),
          named,
        );
      const wrong = invalidStatusItems(style.keys, ['published']);
      const drawn = mistakes.flatMap((mistake) => {
        const item = given.found(wrong.get(mistake), `the contract allows an update with ${mistake}`);
        if (!mistake.endsWith(' missing')) return [item, item, item];
        const isOmitted = ({ invalid }: { readonly invalid: unknown }) =>
          Object.keys(Object(invalid)).length < 2;
        return [item.filter(isOmitted), item.filter((each) => !isOmitted(each))];
      });
      await forAll(
        fc.tuple(...drawn),
        (items) =>
          areRefused(
            items.map(({ invalid }) => invalid),
            items.map(({ violation }) => violation),
          ),
        { exchangesEach: 20 },
      );
    },
  );
