import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '#testing/unit-test';
import { programs, suiteBundle } from './suite-bundle.js';

/** A project whose one spec imports a module, which reads a file next to its source. */
const project = {
  'package.json': JSON.stringify({ type: 'module', imports: { '#src/*': './missing/*.js' } }),
  'package-lock.json': '{}',
  'schemas/openapi.yaml': 'openapi: 3.1.0',
  ...Object.fromEntries([...programs, 'selftest/proof'].map((name) => [`${name}.ts`, 'export {};'])),
  'specs/orders/orders.spec.ts':
    "import { said } from '#src/room/said';\nconst text: string = said;\nprocess.stdout.write(text);",
  'src/room/said.ts':
    "import { readFileSync } from 'node:fs';\nexport const said: string = readFileSync(new URL('said.txt', import.meta.url), 'utf8');",
  'src/room/said.txt': 'next to its source',
};

/** A bundle of code alone. */
const nothingElse = async () => {};

let parent = '';
let folder = '';

test.beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'suite-bundle-'));
  // An installed package is itself below such a folder.
  folder = join(parent, 'node_modules/project');
});

test.afterEach(() => rmSync(parent, { recursive: true }));

test('specs run from a bundle, which is rebuilt only if a source has changed', async () => {
  write(project);
  const first = await made(['selftest/proof']);
  expect(whatSpecSays(first)).toBe('next to its source');
  const { sources } = JSON.parse(readFileSync(join(first, 'specs/orders/orders.spec.js.map'), 'utf8'));
  expect(sources).toEqual(['orders.spec.ts']);
  expect(realpathSync(join(first, 'specs/orders/orders.spec.ts'))).toBe(
    realpathSync(join(folder, 'specs/orders/orders.spec.ts')),
  );
  for (const name of [...programs, 'selftest/proof'])
    expect(existsSync(join(first, `${name}.js`)), name).toBe(true);

  // A bundle of the same sources is used as it is.
  writeFileSync(join(first, 'src/room/said.js'), "export const said = 'kept';");
  expect(whatSpecSays(await made(['selftest/proof']))).toBe('kept');

  write({ 'src/room/said.ts': "export const said = 'changed';" });
  expect(whatSpecSays(await made(['selftest/proof']))).toBe('changed');
  expect(readdirSync(dirname(first))).toHaveLength(2);
});

test('a run works without a bundle if none can be written', async () => {
  write(project);
  write({ node_modules: 'a file' });
  expect(await suiteBundle(folder, [], nothingElse)).toBeUndefined();
});

/** The folder of the project's bundle. */
async function made(further: readonly string[]): Promise<string> {
  return (await suiteBundle(folder, further, nothingElse)) ?? 'none';
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
