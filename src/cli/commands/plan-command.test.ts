import { expect, test } from '#testing/unit-test';
import { planCommand } from './plan-command.js';

test('without the address of a target, nothing can be planned, and the missing setting is named', async () => {
  const plan = async (environment: NodeJS.ProcessEnv) => {
    const complaints: string[] = [];
    const code = await planCommand(
      { profile: 'standard' },
      {
        workingFolder: test.info().outputPath(),
        isTerminal: false,
        environment: { ...environment, CONFORMANCE_SETTINGS_FILE: 'none' },
        say: () => {},
        print: () => {},
        complain: (sentence) => complaints.push(sentence),
      },
    );
    return [code, ...complaints];
  };
  expect(await plan({})).toEqual([
    2,
    expect.stringMatching(/^A plan needs a target: name one with --target/),
  ]);
  expect(await plan({ TARGET_NAME: 'staging' })).toEqual([
    2,
    expect.stringMatching(/^TARGET_URL is not set/),
  ]);
});
