import fc from 'fast-check';
import { covers, mayMeet, test } from '#fixtures';
import { PassTime, statusCommands, styleSizes } from '#src/operations/state-models/status-commands';

/** Requirements that a list of commands also tests if it leads there. */
const onTheWay = [
  ...(['STS-01', 'STS-03', 'STS-04', 'STS-05', 'STS-06', 'STS-07', 'STS-08', 'STS-09', 'STS-11'] as const),
  ...(['PRD-02', 'PRD-04', 'PRD-20', 'PRD-21', 'BAT-18', 'STK-01', 'PRC-01'] as const),
];

/** Tests that share the sequences: on a clock that only runs, doing all of them in one test would take long. */
const parts = ['first', 'second', 'third'];

for (const part of parts)
  test(
    `Any sequence of status updates and upserts leaves products in the status that the table of transitions predicts: ${part} part`,
    mayMeet(covers('STS-12', 'STS-02'), ...onTheWay),
    async ({ forAll, models, sample }) => {
      const sizes = sample(styleSizes());
      const sequences = statusCommands({ sizes, maxCommands: 20, replayPath: models.replayPath });
      await forAll(
        sequences,
        async (commands) => {
          const played = await models.productStatus(sizes);
          await new PassTime(0).run(played.model, played.real);
          await fc.asyncModelRun(() => played, commands);
        },
        // Every list of commands covers all of the requirements that otherwise have their own property.
        { exchangesEach: 90, standsFor: onTheWay.length / parts.length },
      );
    },
  );
