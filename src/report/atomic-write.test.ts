import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '#unit-test';
import { writeAtomically } from './atomic-write.js';

test('a file is written with its folders, and over an earlier one', () => {
  const file = test.info().outputPath('a/b/c.txt');
  writeAtomically(file, 'one');
  writeAtomically(file, 'two');
  expect(readFileSync(file, 'utf8')).toBe('two');
  expect(readdirSync(test.info().outputPath('a/b'))).toEqual(['c.txt']);
});

test('what can not be written leaves nothing behind', () => {
  const folder = test.info().outputPath('a');
  mkdirSync(`${folder}/c.txt/d`, { recursive: true });
  expect(() => writeAtomically(`${folder}/c.txt`, 'one')).toThrow();
  expect(readdirSync(folder)).toEqual(['c.txt']);
});
