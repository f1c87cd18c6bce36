import fc from 'fast-check';
import { covers, expect, mayMeet, never, type TestFixtures, test } from '#fixtures';
import { sampleOne } from '#src/data/draw';
import { changedProductItem, type ProductItem } from '#src/data/valid/product-item';
import { unlinkedCountries } from '#src/data/valid/reference-data';
import { FixedList, type ModelCommand } from '#src/models/model-driver';
import {
  everyChange,
  everyRejection,
  everyWithdrawal,
  passTime,
  statusCommands,
  styleSizes,
} from '#src/models/status-commands';
import { StatusModel } from '#src/models/status-model';
import { haveNotChangedSince } from '#src/verdicts/oracles/batches/batch';

/** Requirements whose situations are among every kind of change, and others that may be met on the way. */
const always = [
  ...(['STS-01', 'STS-03', 'STS-05', 'STS-07', 'STS-08', 'STS-09', 'STS-11', 'STS-12'] as const),
  ...(['PRD-02', 'PRD-14', 'PRD-20', 'PRD-21', 'STK-01', 'STK-02', 'PRC-01', 'PRC-02'] as const),
];
const sometimes = ['STS-06', 'PRD-04', 'BAT-06', 'BAT-18'] as const;

const after = (what: string) =>
  `Products have the status, the stock, the prices and the other values that a model predicts after ${what}`;

type Fixtures = Pick<TestFixtures, 'batches' | 'given' | 'merchant' | 'modelDriver' | 'ownStyles' | 'verify'>;

/**
 * Plays commands with new styles, and then reads the results of all their batches once more.
 * @param sizes the number of variants of each style
 * @param images the only image of each style that needs a certain one
 */
function playing(
  { batches, given, merchant, modelDriver, ownStyles, verify }: Fixtures,
  sizes: readonly number[],
  ...images: readonly string[]
) {
  const play = async (commands: Iterable<ModelCommand<StatusModel>>) => {
    const reference = await given.referenceData();
    // The variants of a style differ in color and size.
    const version = (item: ProductItem, number: number) => {
      const { color, size, second_size } = item;
      return { ...sampleOne(changedProductItem(item, reference), number), color, size, second_size };
    };
    const { provocations } = merchant;
    const { deadline } = given;
    const wait = (seconds: number) => given.wait(seconds);
    const options = { deadline, provocations, unknownKey: given.newKey(), version, wait };
    const model = new StatusModel(await ownStyles(sizes, images), options);
    const real = modelDriver();
    await passTime(0).run(model, real);
    await fc.asyncModelRun(() => ({ model, real }), commands);
    for (const { batch, write } of merchant.shared ? [] : real.ended) {
      if (batch === undefined) continue;
      const later = await batches.read({ ...batch, exchange: write });
      await verify('BAT-06', later, expect(later).to(haveNotChangedSince, batch));
    }
    return real;
  };
  return (commands: Iterable<ModelCommand<StatusModel>>) => given.evenIfLost(() => play(commands));
}

const exchangesEach = 90;

test(
  after('every kind of change'),
  mayMeet(covers('STS-02', 'BAT-15', ...always), 'STS-04', ...sometimes),
  async ({ batches, forAll, given, merchant, modelDriver, note, ownStyles, verify }) => {
    const fixtures = { batches, given, merchant, modelDriver, ownStyles, verify };
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

/** How many times products are published and set back before the review counts as too fast. */
const tries = 8;

// A second try of what was refused would find the review over.
test(
  after('a return to draft before the approval'),
  never('repeated', mayMeet(covers('STS-04'), 'STS-02', ...always, ...sometimes)),
  async ({ batches, forAll, given, merchant, modelDriver, ownStyles, verify }) => {
    const fixtures = { batches, given, merchant, modelDriver, ownStyles, verify };
    const play = playing(fixtures, [2, 1, 1]);
    let wasSetBack = false;
    for (let tried = 0; tried < tries && !wasSetBack; tried += 1)
      await forAll(
        new FixedList(everyWithdrawal()),
        async (commands) => {
          wasSetBack = (await play(commands)).judged.has('STS-04');
        },
        { exchangesEach, once: true },
      );
    const gap = { operationId: 'updateProductStatus', gap: 'G-06' } as const;
    given.need(wasSetBack, `the review was faster, ${tries} times`, [gap]);
  },
);

/** The tests that share the drawn histories: on a clock that can't be moved, one for all of them would take too long. */
const parts = ['first', 'second', 'third'];

for (const part of parts)
  test(
    after(`any sequence of changes, ${part} part`),
    mayMeet(covers('STS-02'), 'STS-04', ...always, ...sometimes),
    async ({ batches, forAll, given, merchant, modelDriver, ownStyles, sample, verify }) => {
      const fixtures = { batches, given, merchant, modelDriver, ownStyles, verify };
      const sizes = sample(styleSizes());
      // Every sequence also covers requirements for which a separate property would otherwise send requests.
      await forAll(statusCommands(sizes, 20), playing(fixtures, sizes), {
        exchangesEach,
        standsFor: always.length / parts.length,
      });
    },
  );
