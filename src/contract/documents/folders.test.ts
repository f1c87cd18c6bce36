import { join } from 'node:path';
import { expect, test } from '#testing/unit-test';
import { commandLine, specArgument, suiteFolder } from './folders.js';

test('A command has a spelling for a checkout and one for a package', () => {
  expect(commandLine('run', [], false)).toBe('npm run conformance');
  expect(commandLine('run', ['--seed', '7'], false)).toBe('npm run conformance -- --seed 7');
  expect(commandLine('run', ['--seed', '7'], true)).toBe('npx seller-api-conformance run --seed 7');
  expect(commandLine('learn', ['a'], false)).toBe('npm run learn -- a');
});

test('A spec that Playwright loads as JavaScript is found by the name of its source', () => {
  expect(specArgument('specs/batches/life.spec.ts:31')).toBe('specs/batches/life.spec.[jt]s:31');
  expect(specArgument(join(suiteFolder, 'specs/batches/life.spec.ts'))).toBe('specs/batches/life.spec.[jt]s');
  for (const pattern of ['specs/batches/', '/orders/']) expect(specArgument(pattern)).toBe(pattern);
});
