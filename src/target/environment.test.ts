import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { isEmbedded, unsetEmpty, withSettingsFile } from './environment.js';

type Strings = Readonly<Record<string, string>>;
const [file, staging] = ['https://file.example.com', 'https://staging.example.com'];
const own = { CONFORMANCE_SETTINGS_FILE: 'none' };

/** Settings files and the environment, by how they are merged. */
const merged: Readonly<Record<string, readonly [environment: Strings, files: Strings]>> = {
  'the process takes precedence over the file': [
    { TARGET_URL: staging, HOME: '/home/me' },
    { '.env': `TARGET_URL=${file}\nTARGET_WRITES=allow\n` },
  ],
  'a named target has its own file': [
    { TARGET_NAME: 'eu-1.staging' },
    { '.env': 'TARGET_WRITES=allow\n', '.env.eu-1.staging': `TARGET_URL=${staging}\n` },
  ],
  'an address on the command line takes precedence over everything, and a named target then needs no file': [
    { TARGET_NAME: 'shop', TARGET_URL: file, CONFORMANCE_URL: staging },
    {},
  ],
  'a run of the project itself takes only denied hosts from the file': [
    own,
    { '.env': `TARGET_URL=${file}\nTARGET_DENIED_HOSTS=a.example\n` },
  ],
  'a host that any place denies is denied': [
    { TARGET_NAME: 'staging', TARGET_DENIED_HOSTS: 'd.example' },
    {
      '.env': 'TARGET_DENIED_HOSTS=a.example, b.example\nTARGET_WRITES=allow\n',
      '.env.staging': 'TARGET_DENIED_HOSTS=c.example,a.example\n',
    },
  ],
  'a name without a file': [{ TARGET_NAME: 'staging' }, { '.env': '' }],
  'a file that sets a variable of the suite itself': [
    { TARGET_NAME: 'shop' },
    { '.env.shop': `TARGET_URL=${file}\nCONFORMANCE_BROWSER=/tmp/evil\n` },
  ],
  'a file has settings of the target alone, in the encoding of its program': [
    {},
    { '.env': `\ufeffTARGET_URL=${file}\nGITHUB_STEP_SUMMARY=/etc/passwd\nNODE_OPTIONS=--require=a\n` },
  ],
};

test('how settings files and the environment are merged, and that a worker reads the same again', () => {
  const folder = test.info().outputPath();
  expectGolden('merged-settings.txt', merged, ([environment, files]) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    try {
      const first = withSettingsFile(environment, folder);
      expect(withSettingsFile(first, folder)).toEqual(first);
      return first;
    } catch (error) {
      return String(error).replace(folder, 'FOLDER');
    } finally {
      for (const name of Object.keys(files)) rmSync(join(folder, name));
    }
  });
});

test('a settings file in UTF-16 is read', () => {
  const bytes = Buffer.from(`\ufeffTARGET_URL=${file}\n`, 'utf16le');
  for (const written of [bytes, Buffer.from(bytes).swap16()]) {
    writeFileSync(test.info().outputPath('.env'), written);
    expect(withSettingsFile({}, test.info().outputPath())).toEqual({ TARGET_URL: file });
  }
});

test('an empty setting is not set', () => {
  const environment = { TARGET_WRITES: '', CONFORMANCE_SEED: ' ', TARGET_URL: staging, HOME: '' };
  unsetEmpty(environment);
  expect(environment).toEqual({ TARGET_URL: staging, HOME: '' });
});

test('a run tests the embedded sandbox only if no target has a name or an address', () => {
  for (const environment of [{ TARGET_NAME: '' }, { CONFORMANCE_EMBEDDED: '1', TARGET_URL: file }])
    expect(isEmbedded(environment)).toBe(true);
  for (const [name, value] of Object.entries({ URL: file, NAME: 'shop', API_KEY: 'k', WRITES: 'allow' }))
    expect(isEmbedded({ [`TARGET_${name}`]: value }), name).toBe(false);
});
