import { mkdirSync } from 'node:fs';
import { expect, test } from '#unit-test';
import { cacheFolders } from './cache-folders.js';

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
