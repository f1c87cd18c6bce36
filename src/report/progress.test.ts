import { PassThrough } from 'node:stream';
import { expect, test } from '#unit-test';
import { Progress } from './progress.js';

test('in a terminal one line is rewritten with each test, and left at the end', () => {
  const { progress, written } = shownOn(true);
  progress.begin(2);
  progress.ended(false);
  progress.ended(true);
  progress.finish();
  expect(written()).toBe('\r0/2 tests, 0 failed\r1/2 tests, 0 failed\r2/2 tests, 1 failed\n');
});

test('elsewhere there is a line for each tenth, and nothing to leave', () => {
  const { progress, written } = shownOn(false);
  progress.begin(20);
  for (let ended = 1; ended <= 20; ended += 1) progress.ended(ended === 1);
  progress.finish();
  const tenths = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20];
  expect(written().split('\n')).toEqual([
    '0/20 tests, 0 failed',
    ...tenths.map((done) => `${done}/20 tests, 1 failed`),
    '',
  ]);
});

test('of three tests each passes a tenth', () => {
  const { progress, written } = shownOn(false);
  progress.begin(3);
  for (const failed of [true, true, false]) progress.ended(failed);
  expect(written()).toBe(
    '0/3 tests, 0 failed\n1/3 tests, 1 failed\n2/3 tests, 2 failed\n3/3 tests, 2 failed\n',
  );
});

test('without tests there is nothing to show', () => {
  const { progress, written } = shownOn(false);
  progress.begin(0);
  progress.finish();
  expect(written()).toBe('');
});

function shownOn(isTTY: boolean): { progress: Progress; written: () => string } {
  const stream = new PassThrough();
  const progress = new Progress(Object.assign(stream, { isTTY }));
  return { progress, written: () => String(stream.read() ?? '') };
}
