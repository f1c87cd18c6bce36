import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '#testing/unit-test';
import { currentBuild } from './current-build.mjs';

/** A checkout in the folder of the test, with a file wherever a build reads one. */
function write(files: Readonly<Record<string, string>>): string {
  const root = test.info().outputPath('checkout');
  const folders = ['fixtures', 'sandbox', 'schemas', 'selftest', 'specs', 'testing', 'tools/bundle'];
  const names = ['package.json', 'package-lock.json', 'playwright.config.ts', 'tsconfig.json'];
  const all = [...names, ...folders.map((folder) => `${folder}/a.json`)];
  const empty = Object.fromEntries(all.map((name) => [name, '{}'] as const));
  for (const [name, text] of Object.entries({ ...empty, ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

const source = 'src/said.json';
const builds = 'node_modules/.cache/seller-api-conformance/suite';

/** What a build copied from the source. @param meanwhile called when it has copied it */
async function built(root: string, meanwhile: () => void): Promise<string> {
  const folder = await currentBuild(root, 'suite', async (unfinished) => {
    copyFileSync(join(root, source), join(unfinished, 'said'));
    meanwhile();
  });
  return readFileSync(join(folder, 'said'), 'utf8');
}

test('a build serves until a source changes, one during which a source changed is made again, and one that fails leaves nothing', async () => {
  const root = write({ [source]: 'first' });
  const fail = () => {
    throw new Error('a mistake');
  };
  const changes = [fail, () => {}, () => write({ [source]: 'changed' }), () => {}];
  const next = () => changes.shift()?.();
  await expect(built(root, next)).rejects.toThrow('a mistake');
  expect(readdirSync(join(root, builds))).toEqual([]);
  expect(await built(root, next)).toBe('first');
  expect(await built(root, next)).toBe('first');
  expect(changes).toHaveLength(2);
  write({ [source]: 'second' });
  expect(await built(root, next)).toBe('changed');
  expect(readdirSync(join(root, builds))).toHaveLength(2);
});

test('a program runs from its source if no bundle can be written', () => {
  const program = 'const said: string = process.argv.slice(2).join();\nprocess.stdout.write(said);';
  const root = write({ 'node_modules/.cache': 'a file', 'src/cli/main.ts': program });
  for (const name of ['start.mjs', 'current-build.mjs'])
    copyFileSync(new URL(name, import.meta.url), join(root, 'tools/bundle', name));
  const args = [join(root, 'tools/bundle/start.mjs'), 'src/cli/main', 'one', 'two'];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('one,two');
});
