import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const root = fileURLToPath(new URL('..', import.meta.url));
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');

/** A file that doesn't exist, and a forbidden import in it. */
const forbidden = [
  { file: 'specs/orders/planted.spec.ts', from: '#src/http/client' },
  { file: 'specs/orders/planted.spec.ts', from: '#fixtures/expect' },
  { file: 'specs/orders/planted.spec.ts', from: '../../fixtures/index.js' },
  { file: 'specs/orders/planted.spec.ts', from: '../../sandbox/app.js' },
  { file: 'fixtures/planted.ts', from: '../sandbox/app.js' },
  { file: 'fixtures/planted.ts', from: '../specs/reports/reports.spec.js' },
  { file: 'fixtures/planted.ts', from: '../proof/prove.js' },
  { file: 'src/contract/planted.ts', from: '../http/exchange.js' },
  { file: 'src/contract/requirements/planted.ts', from: '../../target/merchant.js' },
  { file: 'src/http/planted.ts', from: '../target/settings.js' },
  { file: 'src/target/planted.ts', from: '../operations/batches/batches.js' },
  { file: 'src/target/preflight/planted.ts', from: '../../report/reporter.js' },
  { file: 'src/data/planted.ts', from: '../target/settings.js' },
  { file: 'src/verdicts/checks/planted.ts', from: '../../operations/batches/batches.js' },
  { file: 'src/verdicts/oracles/planted.ts', from: '../../footprint/budget/share.js' },
  { file: 'src/verdicts/known-failures/planted.ts', from: '../../target/settings.js' },
  { file: 'src/operations/state-models/planted.ts', from: '../../report/reporter.js' },
  { file: 'src/operations/browser/planted.ts', from: '../../footprint/ledger/ledger.js' },
  { file: 'src/footprint/ledger/planted.ts', from: '../../report/reporter.js' },
  { file: 'src/learning/planted.ts', from: '../report/reporter.js' },
  { file: 'src/report/planted.ts', from: '../learning/learn.js' },
  { file: 'src/report/page/sections/planted.ts', from: '../../../../proof/faults/detection.js' },
  { file: 'src/cli/planted.ts', from: '../../sandbox/app.js' },
  { file: 'src/cli/planted.ts', from: '../../proof/worlds.js' },
  { file: 'sandbox/planted.ts', from: '../src/contract/operations.js' },
  { file: 'sandbox/service/planted.ts', from: '../../src/contract/operations.js' },
  { file: 'sandbox/domain/orders/planted.ts', from: '../../../src/data/text.js' },
  { file: 'proof/planted.ts', from: '../sandbox/app.js' },
];

test('every import that the rules forbid is refused, whether static or dynamic', () => {
  const refused = refusedBy(lintPlanted(forbidden));
  const missed = forbidden
    .flatMap((_, index) => [`${index}-static`, `${index}-dynamic`])
    .filter((name) => !refused.includes(name));
  expect(missed.map((name) => forbidden[Number.parseInt(name, 10)])).toEqual([]);
});

test('no file of the sandbox names a file of schemas/', () => {
  const naming = filesIn('sandbox').filter((file) =>
    /schemas\/|openapi\.yaml|requirements\.yaml/.test(readFileSync(file, 'utf8')),
  );
  expect(naming).toEqual([]);
});

test('every assertion of a spec is passed to verify', () => {
  // `expect` throws nothing: an assertion that is a statement by itself proves nothing.
  const alone = /(?:[;{})]|\belse|\bawait|\bvoid)\s*expect\(/;
  expect('  await look();\n  expect(answer).toSucceed();').toMatch(alone);
  const careless = filesIn('specs').filter((file) =>
    alone.test(readFileSync(file, 'utf8').replaceAll(/\/\/.*/g, '')),
  );
  expect(careless).toEqual([]);
});

test('each room of src has one import rule', () => {
  const rules = readFileSync(join(root, 'biome.json'), 'utf8');
  const ruled = [...rules.matchAll(/"src\/\{?([a-z,]+)\}?\/\*\*"/g)].flatMap(([, rooms = '']) =>
    rooms.split(','),
  );
  expect(ruled.sort()).toEqual(readdirSync(join(root, 'src')).sort());
});

type Planted = { readonly file: string; readonly from: string };

/** Plants each import in a separate file, in a folder that has only the rules of this project. */
function lintPlanted(imports: readonly Planted[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'imports-'));
  for (const [index, { file, from }] of imports.entries()) {
    plant(
      folder,
      file.replace('planted', `${index}-static`),
      `import { planted } from '${from}';\n\nplanted();\n`,
    );
    plant(folder, file.replace('planted', `${index}-dynamic`), `export const planted = import('${from}');\n`);
  }
  const rules = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  plant(folder, 'biome.json', JSON.stringify({ ...rules, vcs: { enabled: false } }));
  const run = spawnSync(process.execPath, [biome, 'lint', '--max-diagnostics=none', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  return run.stdout + run.stderr;
}

function plant(folder: string, file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

/** The planted files with a refused import: `0-static`. */
function refusedBy(output: string): string[] {
  return [...output.matchAll(/(\d+-(?:static|dynamic))\S*:\d+:\d+ lint\/style\/noRestrictedImports/g)].map(
    ([, name = '']) => name,
  );
}

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') || name.endsWith('.md'))
    .map((name) => join(root, folder, name));
}
