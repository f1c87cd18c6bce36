import { fileURLToPath } from 'node:url';
import { expect, test } from '#testing/unit-test';
import { type Cost, inSmoke, profileIn, runsOf, smokeFiles } from './profile.js';

test('a run is standard by default, and an unknown profile is an error that names the known ones', () => {
  for (const environment of [{}, { CONFORMANCE_PROFILE: '' }])
    expect(profileIn(environment).name).toBe('standard');
  expect(() => profileIn({ CONFORMANCE_PROFILE: 'quick' })).toThrow(
    'There is no profile "quick": the profiles are smoke, standard, release.',
  );
});

/** The runs of a property in the profiles standard and release, and in the same profiles on a shared key. */
const runs: readonly (readonly [Cost, standard: number, release: number, shared: number, most: number])[] = [
  [{ exchangesEach: 1 }, 50, 800, 30, 30],
  [{ exchangesEach: 5 }, 10, 160, 6, 6],
  [{ exchangesEach: 10_000 }, 2, 20, 1, 1],
  [{ exchangesEach: 60, standsFor: 9 }, 7, 120, 4, 4],
  [{ exchangesEach: 1, once: true }, 1, 1, 1, 1],
  [{ exchangesEach: 10_000, sampled: true }, 0, 0, 0, 0],
  [{ exchangesEach: 10, sampled: true }, 5, 80, 3, 3],
];
for (const [cost, ...expected] of runs)
  test(`a property of ${JSON.stringify(cost)} runs ${expected.join(', ')} times`, () => {
    const profiles = ['standard', 'release'].map((name) => profileIn({ CONFORMANCE_PROFILE: name }));
    const found = [false, true].flatMap((shared) => profiles.map((each) => runsOf(each, cost, shared)));
    expect(found).toEqual(expected);
  });

test('a test of the profile smoke has its tag, and smoke loads only the specs with such a test', () => {
  const details = { tag: ['@REF-05'], annotation: [] };
  expect(inSmoke(details).tag).toEqual(['@REF-05', '@smoke']);
  expect(inSmoke(details, false)).toBe(details);
  const files = smokeFiles(fileURLToPath(new URL('../../specs', import.meta.url)));
  expect(files.some((file) => file.endsWith('reference-data/reference-data.spec.ts'))).toBe(true);
  expect(files.some((file) => file.endsWith('rate-limits/exhaustion.spec.ts'))).toBe(false);
});
