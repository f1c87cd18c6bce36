import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from '#unit-test';
import { failureToStart, isExecutable } from './executable.js';

test('Only a file that may be run is executable', async () => {
  const folder = test.info().outputPath('folder');
  mkdirSync(folder);
  expect(await isExecutable(process.execPath)).toBe(true);
  expect(await isExecutable(fileWith('text', 0o644))).toBe(false);
  expect(await isExecutable(folder)).toBe(false);
  expect(await isExecutable(`${folder}/nothing`)).toBe(false);
});

test('A program that tells its version starts', async () => {
  expect(await failureToStart(process.execPath)).toBeUndefined();
});

test('A program that ends with an error does not start, and says why', async () => {
  const broken = fileWith('#!/bin/sh\necho "error while loading shared libraries: libx.so" >&2\nexit 127\n');
  expect(await failureToStart(broken)).toBe('error while loading shared libraries: libx.so');
  expect(await failureToStart(fileWith('#!/nowhere/sh\n'))).toBe('ENOENT');
});

function fileWith(text: string, mode = 0o755): string {
  const path = test.info().outputPath(`program-${text.length}`);
  writeFileSync(path, text, { mode });
  return path;
}
