import fc from 'fast-check';
import { covers, expect, mayMeet, type TestFixtures, test } from '#fixtures';
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

const after = (what: string) =>
  `Products have the status, the stock, the prices and the other values that a model predicts after ${what}`;

type Fixtures = Pick<
  TestFixtures,
  'batches' | 'given' | 'merchant' | 'models' | 'ownStyles' | 'submit' | 'verify'
>;

/**
 * Plays commands with new styles, and then reads the results of all their batches once more.
 * @param sizes the number of variants of each style
 * @param images the only image of each style that needs a certain one
 */
function playing(
  { batches, given, merchant, models, ownStyles, submit, verify }: Fixtures,
  sizes: readonly number[],
  ...images: readonly string[]
) {
  return async (commands: Iterable<fc.AsyncCommand<StatusModel, StatusDriver>>) => {
    const reference = await given.referenceData();
    // The variants of a style differ in color and size.
    const version = (item: ProductItem, number: number) => {
      const { color, size, second_size } = item;
      return { ...sampleOne(changedProductItem(item, reference), number), color, size, second_size };
    };
    const { provocations } = merchant;
    const options = { deadline: given.deadline, provocations, unknownKey: given.newKey(), version };
    const wait = (seconds: number) => given.wait(seconds);
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
}

const exchangesEach = 90;

test(
  after('every kind of change'),
  mayMeet(covers('STS-02', 'BAT-15', ...always), ...sometimes),
  async ({ batches, forAll, given, merchant, models, note, ownStyles, submit, verify }) => {
    const fixtures = { batches, given, merchant, models, ownStyles, submit, verify };
    const once = { exchangesEach, once: true } as const;
    const elsewhere = unlinkedCountries((await given.referenceData()).countries);
    await forAll(new FixedList(everyChange(elsewhere)), playing(fixtures, [3, 1]), once);
    if (elsewhere.length === 0)
      note('PRC-02', 'not looked at: a country that is not linked, because all known countries are linked');
    if (merchant.provocations === undefined) {
      const notLookedAt =
        'not looked at: a product that is rejected or has a problem, which cannot be provoked on this target';
      for (const id of ['STS-02', 'STS-04', 'STS-09'] as const) note(id, notLookedAt);
      return;
    }
    const { rejectedImageUrl, problemImageUrl } = merchant.provocations;
    const play = playing(fixtures, [2, 1], rejectedImageUrl, problemImageUrl);
    await forAll(new FixedList(everyRejection()), play, once);
  },
);

/** The tests that share the drawn histories: on a clock that can't be moved, one for all of them would take too long. */
const parts = ['first', 'second', 'third'];

for (const part of parts)
  test(
    after(`any sequence of changes, ${part} part`),
    mayMeet(covers('STS-02'), ...always, ...sometimes),
    async ({ batches, forAll, given, merchant, models, ownStyles, sample, submit, verify }) => {
      const fixtures = { batches, given, merchant, models, ownStyles, submit, verify };
      const sizes = sample(styleSizes());
      // Every sequence also covers requirements for which a separate property would otherwise send requests.
      await forAll(statusCommands(sizes, 20), playing(fixtures, sizes), {
        exchangesEach,
        standsFor: always.length / parts.length,
      });
    },
  );
