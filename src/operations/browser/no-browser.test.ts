import { mkdirSync } from 'node:fs';
import { expect, test } from '#unit-test';
import { cacheFolders, failureReason } from './no-browser.js';

test('node_modules comes first, then a folder of this user among the temporary files', async () => {
  const [inProject, ofUser] = await cacheFolders('/nowhere');
  expect(inProject).toMatch(/node_modules.\.cache.seller-api-conformance$/);
  expect(ofUser).toMatch(/^.nowhere.seller-api-conformance-\w+$/);
});

test('A folder that this user made is one of them, one that somebody else made is not', async () => {
  const temporary = test.info().outputPath();
  const user = process.getuid?.() ?? 0;
  for (const id of [user, user + 1]) mkdirSync(test.info().outputPath(`seller-api-conformance-${id}`));
  expect(await cacheFolders(temporary, user)).toHaveLength(2);
  expect(await cacheFolders(temporary, user + 1)).toHaveLength(1);
});

const failures = [
  { about: 'a file that may not be written', fields: { code: 'EACCES' }, reason: 'EACCES' },
  {
    about: 'a library that is missing',
    fields: { code: 127, stderr: 'chromium: error while loading shared libraries: libnss3.so\n' },
    reason: 'chromium: error while loading shared libraries: libnss3.so',
  },
  {
    about: 'a package that is missing',
    fields: {
      code: 1,
      stderr: "node:internal\n\nError [ERR_MODULE_NOT_FOUND]: Cannot find package 'p'\n    at x",
    },
    reason: "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'p'",
  },
  {
    about: 'a disk that is full',
    fields: {
      code: 1,
      stderr: 'node:internal\n\n[Error: ENOSPC: no space left on device, write] {\n  errno: -28',
    },
    reason: 'Error: ENOSPC: no space left on device, write',
  },
  { about: 'a program that never ended', fields: { code: null, killed: true }, reason: 'it took too long' },
  { about: 'a program that said nothing', fields: { code: 3, stderr: '' }, reason: 'Command failed: x' },
];

for (const { about, fields, reason } of failures) {
  test(`The reason of ${about} is told`, () => {
    expect(failureReason(Object.assign(new Error('Command failed: x\nmore'), fields))).toBe(reason);
  });
}
