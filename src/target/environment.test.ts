import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { isEmbedded, unsetEmpty, withSettingsFile } from './environment.js';

type Strings = Readonly<Record<string, string>>;
const [file, staging] = ['https://file.example.com', 'https://staging.example.com'];
const own = { CONFORMANCE_SETTINGS_FILE: 'none' };

/** Settings files and the environment, by how they are merged. */
const merged: Readonly<Record<string, readonly [files: Strings, environment: Strings]>> = {
  'the process takes precedence over the file': [
    { '.env': `TARGET_URL=${file}\nTARGET_WRITES=allow\n` },
    { TARGET_URL: staging, HOME: '/home/me' },
  ],
  'a named target has its own file': [
    { '.env': 'TARGET_WRITES=allow\n', '.env.eu-1.staging': `TARGET_URL=${staging}\n` },
    { TARGET_NAME: 'eu-1.staging' },
  ],
  'an address on the command line takes precedence over everything, and a named target then needs no file': [
    {},
    { TARGET_NAME: 'shop', TARGET_URL: file, CONFORMANCE_URL: staging },
  ],
  'a named target needs no file if the environment has its address': [
    {},
    { TARGET_NAME: 'shop', TARGET_URL: staging },
  ],
  'a run of the project itself takes only denied hosts from the file': [
    { '.env': `TARGET_URL=${file}\nTARGET_DENIED_HOSTS=a.example\n` },
    own,
  ],
  'such a run reads the file of a target that it names': [
    { '.env.staging': `TARGET_URL=${staging}\n` },
    { ...own, TARGET_NAME: 'staging' },
  ],
  'a host that any place denies is denied': [
    {
      '.env': 'TARGET_DENIED_HOSTS=a.example, b.example\nTARGET_WRITES=allow\n',
      '.env.staging': 'TARGET_DENIED_HOSTS=c.example,a.example\n',
    },
    { TARGET_NAME: 'staging', TARGET_DENIED_HOSTS: 'd.example' },
  ],
  'an empty list removes no denied host': [
    { '.env': 'TARGET_DENIED_HOSTS=a.example\n', '.env.bare': 'TARGET_DENIED_HOSTS=\n' },
    { TARGET_NAME: 'bare', TARGET_DENIED_HOSTS: '' },
  ],
  'a name without a file': [{ '.env': '' }, { TARGET_NAME: 'staging' }],
  'a name that is a path': [{}, { TARGET_NAME: '../secrets' }],
  'a name of two words': [{}, { TARGET_NAME: 'two words' }],
  'a file that sets a variable of the suite itself': [
    { '.env.shop': `TARGET_URL=${file}\nCONFORMANCE_BROWSER=/tmp/evil\n` },
    { TARGET_NAME: 'shop' },
  ],
  'a file has settings of the target alone, in the encoding of its program': [
    { '.env': `\ufeffTARGET_URL=${file}\nGITHUB_STEP_SUMMARY=/etc/passwd\nNODE_OPTIONS=--require=a\n` },
    {},
  ],
};

test('how settings files and the environment are merged, and that a worker reads the same again', () => {
  expectGolden('merged-settings.txt', merged, ([files, environment]) => {
    const folder = folderWith(files);
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
    writeFileSync(join(folderWith({}), '.env'), written);
    expect(withSettingsFile({}, folderWith({}))).toEqual({ TARGET_URL: file });
  }
});

test('an empty setting is not set', () => {
  const environment = { TARGET_WRITES: '', CONFORMANCE_SEED: ' ', TARGET_URL: staging, HOME: '' };
  unsetEmpty(environment);
  expect(environment).toEqual({ TARGET_URL: staging, HOME: '' });
});

test('a run tests the embedded sandbox only if no target has a name or an address', () => {
  for (const [embedded, environment] of [
    [true, { TARGET_NAME: '', TARGET_URL: '' }],
    [true, { CONFORMANCE_EMBEDDED: '1', TARGET_URL: file }],
    [false, { TARGET_URL: file }],
    [false, { TARGET_NAME: 'shop' }],
    [false, { TARGET_API_KEY: 'k' }],
    [false, { TARGET_WRITES: 'allow' }],
  ] as const)
    expect(isEmbedded(environment)).toBe(embedded);
});

function folderWith(files: Strings): string {
  for (const [name, text] of Object.entries(files)) writeFileSync(test.info().outputPath(name), text);
  return test.info().outputPath();
}
