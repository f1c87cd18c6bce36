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

const prefix = 'ct-a1b2c3-';

/**
 * The differences from the run whose ledger is left: in the settings, or in the prefix and the processes of the run.
 */
const refused: readonly (readonly [
  code: number,
  said: RegExp,
  settings: object,
  of?: string,
  alive?: number,
])[] = [
  [1, /^ct-a1b2c3-: this run is still going on \(process \d+\) and will/, {}, prefix, process.pid],
  [2, /^TARGET_WRITES is deny, but .*set it to allow\.$/, { TARGET_WRITES: 'deny' }],
  [2, /the key that was TARGET_API_KEY 1 in its run .*again\.$/, { TARGET_API_KEY: 'other' }],
  [2, /the key that was TARGET_API_KEY 1 in its run .*again\.$/, { TARGET_API_KEY: '' }],
  [2, /its run was against https:.* of the run\.$/, { TARGET_URL: 'http://127.0.0.1:9' }],
  [2, /^The ledger of shop is kept: things that others created could begin with its prefix/, {}, 'shop'],
  [0, /^There is nothing to clean up: .* has no ledger of a run against staging\.$/, {}, ''],
];

test("if the cleanup can't remove anything, it says why, keeps the ledger, and sends no requests", async () => {
  for (const [index, [code, said, change, of = prefix, alive]] of refused.entries()) {
    const folders = { ...sharedFolders, ledger: test.info().outputPath(String(index)) };
    const settings = readSettings(given);
    const folder = ledgerFolder(folders, 'staging');
    const [processes, keys] = [alive === undefined ? [] : [alive], fingerprints(settings, of)];
    const enter = ledgerIn({ folder, prefix: of, processes, baseUrl: settings.baseUrl, keys });
    enter({ kind: 'subscription id', key: 'TARGET_API_KEY 1', id: '1' });
    const sentences: string[] = [];
    const say = (sentence: string) => void sentences.push(sentence);
    const transport = {
      send: () => Promise.reject(new Error('Nothing may be sent.')),
    };
    const changed = readSettings({ ...given, ...change });
    expect(await cleanUp({ settings: changed, folders, transport, print: say, complain: say })).toBe(code);
    expect(sentences).toEqual([expect.stringMatching(said)]);
    expect(existsSync(folder)).toBe(true);
  }
});
