import fc from 'fast-check';
import { covers, mayMeet, test } from '#fixtures';
import { sampleOne } from '#src/data/draw';
import { changedProductItem, type ProductItem } from '#src/data/valid/product-item';
import { everyChange, passTime, statusCommands, styleSizes } from '#src/models/status-commands';
import { StatusDriver, StatusModel } from '#src/models/status-model';

/** Requirements whose situations are among every kind of change, and others that may be met on the way. */
const always = [
  ...(['STS-01', 'STS-03', 'STS-07', 'STS-08', 'STS-11', 'STS-12'] as const),
  ...(['PRD-02', 'PRD-20', 'PRD-21', 'STK-01', 'PRC-01'] as const),
];
const sometimes = ['STS-04', 'STS-05', 'STS-06', 'STS-09', 'PRD-04', 'BAT-18'] as const;

/** The tests that share the drawn histories: on a clock that can't be moved, one for all of them would take too long. */
const parts = ['first', 'second', 'third'];

const histories = [
  ['every kind of change', mayMeet(covers('STS-02', ...always), ...sometimes)],
  ...parts.map(
    (part) =>
      [`any sequence of changes, ${part} part`, mayMeet(covers('STS-02'), ...always, ...sometimes)] as const,
  ),
] as const;

for (const [index, [what, details]] of histories.entries())
  test(
    `Products have the status, the stock, the prices and the other values that a model predicts after ${what}`,
    details,
    async ({ forAll, given, merchant, models: { moved, replayPath, verify }, ownStyles, sample, submit }) => {
      const isDrawn = index > 0;
      const sizes = isDrawn ? sample(styleSizes()) : [3, 1];
      const reference = await given.referenceData();
      // The variants of a style differ in color and size.
      const version = (item: ProductItem, number: number) => {
        const { color, size, second_size } = item;
        return { ...sampleOne(changedProductItem(item, reference), number), color, size, second_size };
      };
      const options = {
        deadline: given.deadline,
        mayReject: merchant.provocations === undefined,
        unknownStyleKey: given.newKey(),
        version,
      };
      const wait = (seconds: number) => given.wait(seconds);
      const play = async (commands: Iterable<fc.AsyncCommand<StatusModel, StatusDriver>>) => {
        const styles = await ownStyles(sizes);
        const real = new StatusDriver({ styles, submit, wait, verify, moved });
        const model = new StatusModel(styles, options);
        await passTime(0).run(model, real);
        await fc.asyncModelRun(() => ({ model, real }), commands);
      };
      // Every sequence also covers requirements for which a separate property would otherwise send requests.
      if (isDrawn)
        await forAll(statusCommands({ sizes, maxCommands: 20, replayPath }), play, {
          exchangesEach: 90,
          standsFor: always.length / parts.length,
        });
      else await forAll(fc.constant(everyChange()), play, { exchangesEach: 90, once: true });
    },
  );
