import { covers, expect, operations, test } from '#fixtures';
import { agreeWithTheContract, beServed, gapsOfDifferences } from '#src/verdicts/oracles/description';

test(
  'The live description agrees with the contract, operation by operation',
  covers('VER-04'),
  async ({ liveDescription, note, verify }) => {
    const description = await liveDescription();
    if (!(await verify('VER-04', description, expect(description).to(beServed)))) return;
    let agreeing = 0;
    for (const operation of operations) {
      const compared = description.compared(operation);
      for (const gaps of gapsOfDifferences(compared))
        await verify('VER-04', compared, expect(compared).to(agreeWithTheContract, gaps));
      if (compared.differences.length === 0) agreeing += 1;
    }
    note('VER-04', `${agreeing} of ${operations.length} operations agree`);
  },
);
