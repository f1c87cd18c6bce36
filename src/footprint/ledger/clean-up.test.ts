import { existsSync } from 'node:fs';
import { expect, test } from '#testing/unit-test';
import { sharedFolders } from '../../target/environment.js';
import { readSettings } from '../../target/settings.js';
import { cleanUp } from './clean-up.js';
import { fingerprints } from './entry.js';
import { ledgerFolder, ledgerIn } from './ledger.js';

const given = {
  TARGET_NAME: 'staging',
  TARGET_URL: 'https://staging.example.com',
  TARGET_API_KEY: 'key',
  TARGET_WRITES: 'allow',
};

test('the cleanup names the reason if it can remove nothing, keeps the ledger then, and sends no request', async () => {
  for (const [change, prefix, processes, code, said] of [
    [{}, 'ct-a1b2c3-', [process.pid], 1, /^ct-a1b2c3-: this run is still going on \(process \d+\) and will/],
    [{ TARGET_WRITES: 'deny' }, 'ct-a1b2c3-', [], 2, /^TARGET_WRITES is deny, but .*set it to allow\.$/],
    [{ TARGET_API_KEY: '' }, 'ct-a1b2c3-', [], 2, /^TARGET_API_KEY is not set: give the key of the earlier/],
    [
      { TARGET_API_KEY: 'other' },
      'ct-a1b2c3-',
      [],
      2,
      /the key that was TARGET_API_KEY 1 in its run .*again\.$/,
    ],
    [{ TARGET_URL: 'http://127.0.0.1:9' }, 'ct-a1b2c3-', [], 2, /its run was against https:.* of the run\.$/],
    [
      {},
      'shop',
      [],
      2,
      /^The ledger of shop is kept: things that others created could begin with its prefix/,
    ],
    [{}, '', [], 0, /^There is nothing to clean up: .* has no ledger of a run against staging\.$/],
  ] as const) {
    const folders = { ...sharedFolders, ledger: test.info().outputPath(String(said).replaceAll(/\W/g, '')) };
    const settings = readSettings(given);
    const folder = ledgerFolder(folders, 'staging');
    const keys = fingerprints(settings, prefix);
    const enter = ledgerIn({ folder, prefix, processes, baseUrl: settings.baseUrl, keys });
    enter({ kind: 'subscription id', key: 'TARGET_API_KEY 1', id: '1' });
    const sentences: string[] = [];
    const say = (sentence: string) => void sentences.push(sentence);
    const transport = {
      send: () => Promise.reject(new Error('Nothing may be sent.')),
      close: async () => {},
    };
    const changed = readSettings({ ...given, ...change });
    expect(await cleanUp({ settings: changed, folders, transport, print: say, complain: say })).toBe(code);
    expect(sentences).toEqual([expect.stringMatching(said)]);
    expect(existsSync(folder)).toBe(true);
  }
});
