import { expect, test } from '#testing/unit-test';
import { planCommand } from './plan-command.js';

test('without the address of a target, nothing can be planned, and the missing setting is named', async () => {
  const plan = (environment: NodeJS.ProcessEnv) =>
    planCommand(
      { profile: 'standard' },
      {
        workingFolder: test.info().outputPath(),
        isTerminal: false,
        environment: { ...environment, CONFORMANCE_SETTINGS_FILE: 'none' },
        say: () => {},
        print: () => {},
        complain: () => {},
      },
    );
  await expect(plan({})).rejects.toThrow(/^A plan needs a target: name one with --target/);
  await expect(plan({ TARGET_NAME: 'staging' })).rejects.toThrow(/^TARGET_URL is not set/);
});
