import { expect, test } from '#unit-test';
import { readSettings } from '../target/settings.js';
import { keyFingerprints, keySettings } from './conformance-report.js';

const keys = { TARGET_API_KEY: 'sk-first-1,sk-second-2', TARGET_OTHER_API_KEY: 'sk-other-3' };
const of = (given: Readonly<Record<string, string>>, salt?: string) =>
  keyFingerprints(readSettings({ TARGET_URL: 'https://staging.example.com', ...given }), salt);

test('the same keys have the same fingerprints only under the same salt, and no part of a key shows', () => {
  const taken = of(keys);
  expect(of(keys, taken.salt)).toEqual(taken);
  expect(of(keys).TARGET_API_KEY).not.toBe(taken.TARGET_API_KEY);
  for (const name of keySettings) expect(taken[name]).toMatch(/^[0-9a-f]{12}$/);
});

test('a different key changes the fingerprint of its own setting, and of no other', () => {
  const taken = of(keys);
  const { TARGET_API_KEY: first, ...others } = of({ ...keys, TARGET_API_KEY: 'sk-first-1' }, taken.salt);
  expect(first).not.toBe(taken.TARGET_API_KEY);
  expect(taken).toMatchObject(others);
});
