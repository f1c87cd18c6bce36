import fc from 'fast-check';
import { covers, expect, test } from '#fixtures';
import { groupedBy } from '#src/contract/values/groups';
import {
  type InvalidItem,
  type MistakenProduct,
  mistakenProduct,
  withKeys,
  withKeysOf,
} from '#src/data/invalid/invalid-item';
import {
  componentsWithoutFraction,
  compositionsOfOtherKind,
  countryNotLinked,
  countryWithoutPrice,
  type NamedMistakes,
  sameVariantTwice,
  unknownIds,
  unlinkedLocales,
  withoutComposition,
  withoutSize,
} from '#src/data/invalid/product-choices';
import { longStyleKey, pastBounds, withoutRequiredField, wrongTypes } from '#src/data/invalid/product-item';
import { changedProductItem, type ProductItem } from '#src/data/valid/product-item';
import { beRefusedFor, refusalInWords } from '#src/verdicts/oracles/batches/batch';
import { showTheSameOf } from '#src/verdicts/oracles/products/product';

const ofComposition = /composition|fraction|cluster|material/;
const ofPrices = /price/i;
const isAmong = (pattern: RegExp) => (name: string) => pattern.test(name);
const isNested = (name: string) => name.includes('[]') && !ofComposition.test(name);
const isField = (name: string) => !name.includes('[]') && !ofComposition.test(name);
const isOther = (name: string) => !ofComposition.test(name) && !ofPrices.test(name);
const pastBoundsOf = (isMeant: (name: string) => boolean) => pastBounds.filter(([name]) => isMeant(name));

/** Requirements for which some of the mistakes are enough, and why the merchant's reference data may not allow all. */
const someWillDo: Readonly<Partial<Record<Parameters<typeof covers>[0], string>>> = {
  'PRD-07': 'every such locale is linked',
  'PRD-09': 'no textile category has so many materials',
};

/** The refused items, and every mistake of their kind by name. */
const refusals: readonly (readonly [
  id: Parameters<typeof covers>[0],
  what: string,
  mistakes: NamedMistakes,
  onlyNew?: 'only new',
])[] = [
  ['PRD-05', 'for a country that is not linked', [['country', countryNotLinked]]],
  ['PRD-06', 'without a price for a country of publication', [['price', countryWithoutPrice]]],
  ['PRD-07', 'described in a locale that is not linked', unlinkedLocales],
  ['PRD-08', 'with a composition that its category does not take', compositionsOfOtherKind],
  ['PRD-22', 'without the composition that its category takes', withoutComposition(null)],
  // An update may keep the value of a field that it leaves out.
  [
    'PRD-22',
    'without a field for the composition that its category takes',
    withoutComposition(undefined),
    'only new',
  ],
  ['PRD-09', 'with a textile component without fraction', componentsWithoutFraction],
  ['PRD-11', 'with an unknown id', unknownIds],
  ['PRD-12', 'with a field of the wrong type', wrongTypes(isField)],
  ['PRD-12', 'with a nested field of the wrong type', wrongTypes(isNested)],
  ['PRD-12', 'with a composition of the wrong type', wrongTypes(isAmong(ofComposition))],
  ['PRD-13', 'with a style key of more than 120 characters', [['style_key', longStyleKey]]],
  ['PRD-17', 'with a field past its bound', pastBoundsOf(isOther)],
  ['PRD-17', 'with a price past its bound', pastBoundsOf(isAmong(ofPrices))],
  ['PRD-17', 'with a composition past its bound', pastBoundsOf(isAmong(ofComposition))],
  ['PRD-17', 'without a field that it needs', withoutRequiredField],
  ['PRD-17', 'without a size that it needs', [['size', withoutSize]]],
  ['PRD-17', 'with the color and sizes of another product of its style', [['twin', sameVariantTwice]]],
];

/** From this number on, each mistake is made only once. */
const many = 8;

/** The maximum number of products for mistakes that can be made in the same one. */
const productsForEach = 3;

for (const [id, what, mistakes, onlyNew] of refusals) {
  test(
    `A product item ${what} fails, and nothing is created or changed`,
    covers(id),
    async ({ forAll, given, merchant, note, sample, submit, verify }) => {
      const reference = await given.referenceDataWithSecondSizes();
      const products = mistakes.flatMap(([name, mistake]) => {
        const allowsNone = `the reference data allows no such item: ${name}`;
        const items = mistake(reference, given.prefix);
        if (items === undefined && someWillDo[id] !== undefined) {
          note(id, `not looked at: ${name}, because ${someWillDo[id]}`);
          return [];
        }
        return [mistakenProduct(reference, given.found(items, allowsNone))];
      });
      given.need(products.length > 0, someWillDo[id] ?? 'the reference data allows no such item');

      /** Submits the items; the returned function judges them, once the corrected items were accepted. */
      const submitted = async (items: readonly InvalidItem<ProductItem>[]) => {
        const valid = items.map((item) => item.valid);
        const before = await given.productRows(...valid);
        const batches = items.map(({ invalid }) => [invalid]);
        const submissions = await given.evenIfLost(() => submit.each('upsertProducts', batches));
        const judged = submissions.flatMap((submission, index) => {
          const item = items[index];
          if (item === undefined) return [];
          const about = { ...submission, trail: [item.violation, ...submission.trail] };
          return [{ item, about, isRefused: expect(submission).to(beRefusedFor, item.field) }];
        });
        // Accepted mistakes are reported immediately: they may leave the target in a state in which the test can't
        // continue.
        for (const { about, isRefused } of judged)
          if (about.batch?.items.every(({ success }) => success)) await verify(id, about, isRefused);

        const after = await given.productRows(...valid);
        return async ({ exchange: control }: Awaited<ReturnType<typeof given.upserted>>) => {
          for (const { item, about, isRefused } of judged) {
            if (await verify(id, about, isRefused, control)) note(id, refusalInWords(about));
            const isUnchanged = expect(after.rows).to(showTheSameOf, before.rows, item.valid, item.invalid);
            await verify(id, { ...about, exchange: after.exchange }, isUnchanged, control);
          }
        };
      };
      const areRefused = async (
        items: readonly InvalidItem<ProductItem>[],
        others: readonly ProductItem[] = [],
      ) => {
        const judge = await submitted(items);
        // The corrected items must be accepted, or their refusal would prove nothing.
        await judge(await given.upserted([...items.map(({ valid }) => valid), ...others]));
      };
      const first = sample(fc.nat({ max: 1 }));
      const areRefusedAlone = async (drawn: readonly MistakenProduct[]) => {
        const beside = drawn.flatMap((each) => each.beside);
        if (beside.length > 0) await given.upserted(beside);
        // Of many mistakes of a kind, every other one is made in a new product, the others in an update.
        const isOnce = drawn.length >= many && onlyNew === undefined;
        const made = (rest: number) => drawn.filter((_, index) => !isOnce || (index + first) % 2 === rest);
        const creations = made(0).map(({ creation }) => creation);
        const formers = onlyNew ? [] : drawn.map(({ former }) => former);
        await areRefused(creations, formers);
        if (onlyNew === undefined) await areRefused(made(1).map(({ update }) => update));
      };

      // No product can be deleted: where others use the merchant too, each is used for several mistakes.
      const areRefusedInFewProducts = async (items: readonly InvalidItem<ProductItem>[]) => {
        const newKeys = () => ({ sku: given.newKey(), style_key: given.newKey() });
        const groups = [];
        for (const all of groupedBy(items, ({ valid }) => JSON.stringify(valid)).values()) {
          const [first, ...others] = all.slice(0, productsForEach).map(({ valid }) => valid);
          if (first === undefined) continue;
          // One new product is enough to show that the creations were refused for their mistakes.
          const left = (await given.leftDrafts(others.length, first.category)).map(({ sku, style_key }) => ({
            sku,
            style_key,
          }));
          const corrected = [first, ...others].map((item, index) => ({
            ...item,
            ...(left[index - 1] ?? newKeys()),
          }));
          groups.push({ all, corrected });
        }
        const corrected = groups.flatMap((group) => group.corrected);
        const judgeCreations = await submitted(items.map((item) => withKeys(newKeys(), item)));
        await judgeCreations(await given.upserted(corrected));
        if (onlyNew) return;

        // Each product differs from all its updates in much more than the field with the mistake.
        await given.upserted(corrected.map((item) => sample(changedProductItem(item, reference))));
        const judges = [];
        for (let round = 0; groups.some(({ all }) => round < all.length); round += productsForEach) {
          const updates = groups.flatMap(({ all, corrected: products }) =>
            products.flatMap((product, index) => {
              const item = all[round + index];
              return item === undefined ? [] : [withKeys(product, item)];
            }),
          );
          judges.push(await submitted(updates));
        }
        const accepted = await given.upserted(corrected);
        for (const judge of judges) await judge(accepted);
      };

      // From the same seed, the products of different mistakes are alike.
      const alike = merchant.shared ? products.map((each) => sample(each)) : [];
      if (alike.length > 0 && alike.every(({ beside }) => beside.length === 0))
        await areRefusedInFewProducts(alike.map(({ creation }) => creation));
      else await areRefusedAlone(sample(fc.tuple(...products)));
      await forAll(fc.oneof(...products), (one) => areRefusedAlone([withKeysOf(() => given.newKey(), one)]), {
        exchangesEach: 60,
        sampled: true,
      });
    },
  );
}
