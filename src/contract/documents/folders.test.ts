import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '#testing/unit-test';
import {
  commandLine,
  moduleFile,
  programArguments,
  sourceOfSpec,
  specArgument,
  suiteFolder,
} from './folders.js';

/** Commands, as people type them in a checkout and in the folder in which the package is installed. */
const spelled: readonly (readonly [
  name: string,
  args: readonly string[],
  checkout: string,
  packaged: string,
])[] = [
  ['run', [], 'npm run conformance', 'npx seller-api-conformance run'],
  ['run', ['--seed', '7'], 'npm run conformance -- --seed 7', 'npx seller-api-conformance run --seed 7'],
  [
    'learn',
    ['--target', 'eu'],
    'npm run learn -- --target eu',
    'npx seller-api-conformance learn --target eu',
  ],
];

for (const [name, args, checkout, packaged] of spelled)
  test(`The command ${[name, ...args].join(' ')} has a spelling for a checkout and one for a package`, () => {
    expect([commandLine(name, args, false), commandLine(name, args, true)]).toEqual([checkout, packaged]);
  });

test('A checkout runs its sources', () => {
  expect(moduleFile('sandbox/main')).toBe(join(suiteFolder, 'sandbox/main.ts'));
  expect(existsSync(moduleFile('playwright.config'))).toBe(true);
  expect(programArguments('sandbox/main')).toEqual([
    join(suiteFolder, 'tools/bundle/start.mjs'),
    'sandbox/main',
  ]);
});

test('A spec that Playwright loads as JavaScript has the name of its source', () => {
  expect(sourceOfSpec('batches/life.spec.js')).toBe('batches/life.spec.ts');
  expect(sourceOfSpec('batches/life.spec.ts')).toBe('batches/life.spec.ts');
  expect(sourceOfSpec(specArgument('batches/life.spec.ts:31'))).toBe('batches/life.spec.ts:31');
});

test('A spec that Playwright loads as JavaScript is found by the name of its source', () => {
  expect(specArgument('specs/batches/life.spec.ts:31')).toBe('specs/batches/life.spec.[jt]s:31');
  expect(specArgument(join(suiteFolder, 'specs/batches/life.spec.ts'))).toBe('specs/batches/life.spec.[jt]s');
  for (const pattern of ['specs/batches/', '/orders/']) expect(specArgument(pattern)).toBe(pattern);
});
