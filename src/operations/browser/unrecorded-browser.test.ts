import { writeFileSync } from 'node:fs';
import { expect, test } from '#unit-test';
import { launchFailure, launchUnrecorded } from './unrecorded-browser.js';

test('Why a browser does not start is told in a few words', async () => {
  const path = test.info().outputPath('no-browser.sh');
  writeFileSync(path, '#!/bin/sh\nexit 3\n', { mode: 0o755 });
  const error = await launchUnrecorded({ ...process.env, CONFORMANCE_BROWSER: path }).catch(
    (thrown: unknown) => thrown,
  );
  expect(launchFailure(error)).toBe('Target page, context or browser has been closed');
  expect(launchFailure(new Error('browserType.launch: Timeout 20000ms exceeded.\nCall log:'))).toBe(
    'Timeout 20000ms exceeded',
  );
});
