import { fileURLToPath } from 'node:url';
import { expect, test } from '#testing/unit-test';
import { type Cost, inSmoke, profiles, runsOf, smokeFiles } from './profile.js';

/** The runs of a property in the profiles standard and release, and in the same profiles on a shared key. */
const runs: readonly (readonly [Cost, standard: number, release: number, shared: number, most: number])[] = [
  [{ exchangesEach: 1 }, 20, 800, 20, 30],
  [{ exchangesEach: 10_000 }, 2, 20, 1, 1],
  [{ exchangesEach: 60, standsFor: 9 }, 3, 120, 3, 4],
  [{ exchangesEach: 1, once: true }, 1, 1, 1, 1],
  [{ exchangesEach: 10, sampled: true }, 2, 80, 2, 3],
];
test('how often a property runs depends on its cost, the profile and whether the key is shared', () => {
  const { standard, release } = profiles;
  for (const [cost, ...expected] of runs) {
    const found = [false, true].flatMap((shared) =>
      [standard, release].map((each) => runsOf(each, cost, shared)),
    );
    expect(found, JSON.stringify(cost)).toEqual(expected);
  }
});

test('a test of the profile smoke has its tag, and smoke loads only the specs with such a test', () => {
  const details = { tag: ['@REF-05'], annotation: [] };
  expect(inSmoke(details).tag).toEqual(['@REF-05', '@smoke']);
  expect(inSmoke(details, false)).toBe(details);
  const files = smokeFiles(fileURLToPath(new URL('../../specs', import.meta.url)));
  // The path of the checkout may hold characters that mean something in a pattern.
  expect(files).toContain('**/reference-data/reference-data.spec.ts');
  expect(files).not.toContain('**/rate-limits/exhaustion.spec.ts');
});
