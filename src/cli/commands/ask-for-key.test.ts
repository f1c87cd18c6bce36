import { PassThrough } from 'node:stream';
import { expect, test } from '#testing/unit-test';
import { askForKey } from './ask-for-key.js';

const url = 'https://staging.example.com';

/** Answers the question with keys that are pressed. Returns the environment after it, and everything that was shown. */
async function asked(environment: Record<string, string>, pressed: string) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let shown = '';
  output.on('data', (data) => {
    shown += data;
  });
  input.write(pressed);
  const goesOn = await askForKey(environment, test.info().outputPath(), { input, output });
  return { goesOn, environment, shown };
}

test('A target with an address and no key is asked for its key, which is not shown', async () => {
  const { goesOn, environment, shown } = await asked({ TARGET_URL: url }, 'secret-key\r');
  expect(goesOn).toBe(true);
  expect(environment).toEqual({ TARGET_URL: url, TARGET_API_KEY: 'secret-key' });
  expect(shown).toContain(`API key for ${url}`);
  expect(shown).not.toContain('secret-key');
});

test('Ctrl-C at the question ends the command', async () => {
  const { goesOn, environment } = await asked({ TARGET_URL: url }, '\u0003');
  expect(goesOn).toBe(false);
  expect(environment).toEqual({ TARGET_URL: url });
});

/** Environments in which nothing needs to be asked. */
const answered: readonly (readonly [why: string, environment: Record<string, string>])[] = [
  ['there is a key', { TARGET_URL: url, TARGET_API_KEY: 'known' }],
  ['a control interface makes keys', { TARGET_URL: url, TARGET_CONTROL_URL: `${url}/control` }],
  ['the run starts its own sandbox', {}],
  ['the settings file is missing, which the command reports', { TARGET_NAME: 'nowhere' }],
];

for (const [why, environment] of answered)
  test(`Nothing is asked if ${why}`, async () => {
    const before = { ...environment };
    expect(await asked(environment, '')).toEqual({ goesOn: true, environment: before, shown: '' });
  });
