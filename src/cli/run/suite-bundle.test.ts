import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '#testing/unit-test';
import { suiteBundle } from './suite-bundle.js';

/** A project whose one spec imports a module, which reads a file next to its source. */
const project = {
  'package.json': JSON.stringify({
    type: 'module',
    imports: { '#src/*': { 'seller-api-bundle': './.bundle/src/*.js', default: './missing/*.js' } },
  }),
  'package-lock.json': '{}',
  'playwright.config.ts': "import.meta.resolve('#sandbox');",
  'sandbox/main.ts': 'export {};',
  'schemas/openapi.yaml': 'openapi: 3.1.0',
  'fixtures/index.ts': 'export {};',
  'specs/orders/orders.spec.ts': "import { said } from '#src/room/said';\nsaid;",
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

test('specs import from a bundle, which is rebuilt only if a source has changed', async () => {
  write(project);
  expect(await suiteBundle(folder, { NODE_OPTIONS: '--no-warnings' }, nothingElse)).toEqual({
    NODE_OPTIONS: '--no-warnings --conditions=seller-api-bundle',
  });
  expect(whatSpecsImport()).toBe('next to its source');
  expect(existsSync(join(folder, '.bundle/sandbox/main.js'))).toBe(true);
  const first = readlinkSync(join(folder, '.bundle'));

  // A bundle of the same sources is used as it is.
  writeFileSync(join(first, 'src/room/said.js'), "export const said = 'kept';");
  await suiteBundle(folder, {}, nothingElse);
  expect(whatSpecsImport()).toBe('kept');

  write({ 'src/room/said.ts': "export const said = 'changed';" });
  await suiteBundle(folder, {}, nothingElse);
  expect(whatSpecsImport()).toBe('changed');
  expect(readdirSync(dirname(first))).toHaveLength(2);
});

test('a run works without a bundle if none can be written', async () => {
  write(project);
  write({ node_modules: 'a file' });
  expect(await suiteBundle(folder, {}, nothingElse)).toEqual({});
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** The value that a spec of the project imports. */
function whatSpecsImport(): string {
  const script = "import { said } from '#src/room/said'; process.stdout.write(said);";
  const args = ['--conditions=seller-api-bundle', '--input-type=module', '-e', script];
  return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
}
