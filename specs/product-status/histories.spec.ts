import fc from 'fast-check';
import { covers, expect, mayMeet, test } from '#fixtures';
import { sampleOne } from '#src/data/draw';
import { changedProductItem, type ProductItem } from '#src/data/valid/product-item';
import { unlinkedCountries } from '#src/data/valid/reference-data';
import { FixedList } from '#src/models/model-driver';
import {
  everyChange,
  everyRejection,
  passTime,
  statusCommands,
  styleSizes,
} from '#src/models/status-commands';
import { StatusDriver, StatusModel } from '#src/models/status-model';
import { haveNotChangedSince } from '#src/verdicts/oracles/batches/batch';

/** Requirements whose situations are among every kind of change, and others that may be met on the way. */
const always = [
  ...(['STS-01', 'STS-03', 'STS-05', 'STS-07', 'STS-08', 'STS-09', 'STS-11', 'STS-12'] as const),
  ...(['PRD-02', 'PRD-14', 'PRD-20', 'PRD-21', 'STK-01', 'STK-02', 'PRC-01', 'PRC-02'] as const),
];
const sometimes = ['STS-04', 'STS-06', 'PRD-04', 'BAT-06', 'BAT-18'] as const;

/** The tests that share the drawn histories: on a clock that can't be moved, one for all of them would take too long. */
const parts = ['first', 'second', 'third'];

const histories = [
  ['every kind of change', mayMeet(covers('STS-02', 'BAT-15', ...always), ...sometimes)],
  ...parts.map(
    (part) =>
      [`any sequence of changes, ${part} part`, mayMeet(covers('STS-02'), ...always, ...sometimes)] as const,
  ),
] as const;

for (const [index, [what, details]] of histories.entries())
  test(
    `Products have the status, the stock, the prices and the other values that a model predicts after ${what}`,
    details,
    async ({ batches, forAll, given, merchant, models, note, ownStyles, sample, submit, verify }) => {
      const reference = await given.referenceData();
      // The variants of a style differ in color and size.
      const version = (item: ProductItem, number: number) => {
        const { color, size, second_size } = item;
        return { ...sampleOne(changedProductItem(item, reference), number), color, size, second_size };
      };
      const { provocations } = merchant;
      const options = { deadline: given.deadline, provocations, unknownKey: given.newKey(), version };
      const wait = (seconds: number) => given.wait(seconds);
      const playWith =
        (sizes: readonly number[], ...images: readonly string[]) =>
        async (commands: Iterable<fc.AsyncCommand<StatusModel, StatusDriver>>) => {
          const styles = await ownStyles(sizes, images);
          const real = new StatusDriver({ styles, submitEach: submit.each, wait, ...models });
          const model = new StatusModel(styles, options);
          await passTime(0).run(model, real);
          await fc.asyncModelRun(() => ({ model, real }), commands);
          for (const { batch, write } of merchant.shared ? [] : real.ended) {
            if (batch === undefined) continue;
            const later = await batches.read({ ...batch, exchange: write });
            await verify('BAT-06', later, expect(later).to(haveNotChangedSince, batch));
          }
        };
      const once = { exchangesEach: 90, once: true } as const;
      if (index === 0) {
        const elsewhere = unlinkedCountries(reference.countries);
        await forAll(new FixedList(everyChange(elsewhere)), playWith([3, 1]), once);
        if (elsewhere.length === 0)
          note(
            'PRC-02',
            'not looked at: a country that is not linked, because all known countries are linked',
          );
        if (provocations === undefined) {
          const notLookedAt =
            'not looked at: a product that is rejected or has a problem, which cannot be provoked';
          for (const id of ['STS-02', 'STS-04', 'STS-09'] as const) note(id, `${notLookedAt} on this target`);
          return;
        }
        const { rejectedImageUrl, problemImageUrl } = provocations;
        const play = playWith([2, 1], rejectedImageUrl, problemImageUrl);
        await forAll(new FixedList(everyRejection()), play, once);
        return;
      }
      const sizes = sample(styleSizes());
      // Every sequence also covers requirements for which a separate property would otherwise send requests.
      await forAll(statusCommands(sizes, 20), playWith(sizes), {
        exchangesEach: 90,
        standsFor: always.length / parts.length,
      });
    },
  );
