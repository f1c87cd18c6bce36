import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '#testing/unit-test';
import { suiteFolder } from '../../src/contract/documents/folders.js';
import { bundleCheckout, modules } from './checkout.js';
import { currentBuild } from './current-build.mjs';

/** A project whose one spec imports a module, which reads a file next to its source. */
const project = {
  'package.json': JSON.stringify({ type: 'module', imports: { '#src/*': './missing/*.js' } }),
  'package-lock.json': '{}',
  'tsconfig.json': '{}',
  ...Object.fromEntries(['schemas', 'testing', 'tools/bundle'].map((name) => [`${name}/a.json`, '{}'])),
  ...Object.fromEntries(modules.map((name) => [`${name}.ts`, 'export {};'])),
  'specs/orders/orders.spec.ts':
    "import { said } from '#src/room/said';\nconst text: string = said;\nprocess.stdout.write(text);",
  'src/room/said.ts':
    "import { readFileSync } from 'node:fs';\nexport const said: string = readFileSync(new URL('said.txt', import.meta.url), 'utf8');",
  'src/room/said.txt': 'next to its source',
};

/** The same module after a change. */
const change = { 'src/room/said.ts': "export const said = 'changed';" };

let folder = '';

test.beforeEach(() => {
  // An installed package is itself below such a folder, and no folder of a test may be below the checkout.
  folder = join(mkdtempSync(join(tmpdir(), 'suite-bundle-')), 'node_modules/project');
  write(project);
});

test.afterEach(() => rmSync(join(folder, '../..'), { recursive: true }));

test('specs run from a bundle, which is rebuilt only if a source has changed', async () => {
  const first = await made();
  expect(whatSpecSays(first)).toBe('next to its source');
  const { sources } = JSON.parse(readFileSync(join(first, 'specs/orders/orders.spec.js.map'), 'utf8'));
  expect(sources).toEqual(['orders.spec.ts']);
  for (const name of modules) expect(existsSync(join(first, `${name}.js`)), name).toBe(true);

  // A bundle of the same sources is used as it is.
  writeFileSync(join(first, 'src/room/said.js'), "export const said = 'kept';");
  expect(whatSpecSays(await made())).toBe('kept');
  write(change);
  expect(whatSpecSays(await made())).toBe('changed');
  expect(readdirSync(dirname(first))).toHaveLength(2);
});

test('a source that changes while a bundle is built is part of the bundle, and nothing else is kept', async () => {
  let builds = 0;
  const bundle = await made(() => {
    if (builds === 0) write(change);
    builds += 1;
  });
  expect(whatSpecSays(bundle)).toBe('changed');
  expect(readdirSync(dirname(bundle))).toHaveLength(1);
});

test('no unfinished bundle is left, and none is used, if a source has a mistake', async () => {
  write({ 'sandbox/main.ts': 'export const' });
  await expect(made()).rejects.toThrow(/sandbox\/main\.ts:1:12/);
  expect(readdirSync(join(folder, 'node_modules/.cache/seller-api-conformance/suite'))).toEqual([]);
});

test('a program runs from its source if no bundle can be written', () => {
  write({
    'node_modules/.cache': 'a file',
    'src/cli/main.ts': 'const said: string = process.argv.slice(2).join();\nprocess.stdout.write(said);',
  });
  symlinkSync(join(suiteFolder, 'node_modules/tsx'), join(folder, 'node_modules/tsx'));
  for (const name of ['start.mjs', 'current-build.mjs'])
    copyFileSync(new URL(name, import.meta.url), join(folder, 'tools/bundle', name));
  const args = [join(folder, 'tools/bundle/start.mjs'), 'src/cli/main', 'one', 'two'];
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('one,two');
});

/** The folder of the project's bundle. @param built called when one has been built */
function made(built = () => {}): Promise<string> {
  return currentBuild(folder, 'suite', async (unfinished, place) => {
    await bundleCheckout(folder, unfinished, place);
    built();
  });
}

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** What the spec of a bundle writes. */
function whatSpecSays(bundle: string): string {
  const spec = join(bundle, 'specs/orders/orders.spec.js');
  return execFileSync(process.execPath, [spec], { cwd: folder, encoding: 'utf8' });
}
