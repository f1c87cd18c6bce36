import { symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from '#unit-test';
import { isSnap } from './find-browser.js';

test('A link to snap, and a script that starts one, are snaps', async () => {
  fileWith('snap', 'the program');
  symlinkSync('snap', test.info().outputPath('chromium'));
  const script = fileWith('chromium-browser', '#!/bin/sh\nexec /snap/bin/chromium "$@"\n');
  expect(await isSnap(test.info().outputPath('chromium'))).toBe(true);
  expect(await isSnap(script)).toBe(true);
});

test('A program and a script of the system are none', async () => {
  const script = fileWith('google-chrome', '#!/bin/bash\nexec "$here/chrome" "$@"\n');
  expect(await isSnap(process.execPath)).toBe(false);
  expect(await isSnap(script)).toBe(false);
});

function fileWith(name: string, text: string): string {
  const path = test.info().outputPath(name);
  writeFileSync(path, text);
  return path;
}
