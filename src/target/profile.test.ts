import { fileURLToPath } from 'node:url';
import { expect, test } from '#testing/unit-test';
import { inSmoke, smokeFiles } from './profile.js';

test('a test of the profile smoke has its tag, and smoke loads only the specs with such a test', () => {
  const details = { tag: ['@REF-05'], annotation: [] };
  expect(inSmoke(details).tag).toEqual(['@REF-05', '@smoke']);
  expect(inSmoke(details, false)).toBe(details);
  const files = smokeFiles(fileURLToPath(new URL('../../specs', import.meta.url)));
  // The path of the checkout may hold characters that mean something in a pattern.
  expect(files).toContain('**/reference-data/reference-data.spec.ts');
  expect(files).not.toContain('**/rate-limits/exhaustion.spec.ts');
});
