import { fileURLToPath } from 'node:url';
import { expect, test } from '#unit-test';
import { profileIn } from '../../target/profile.js';
import { inSmoke } from './in-smoke.js';
import { runsOf } from './runs.js';
import { smokeFiles } from './smoke-files.js';

const [smoke, standard, release] = ['smoke', 'standard', 'release'].map((name) =>
  profileIn({ CONFORMANCE_PROFILE: name }),
);

test('without a word a run is standard, and a profile that there isn’t is named with those that there are', () => {
  expect(profileIn({}).name).toBe('standard');
  expect(profileIn({ CONFORMANCE_PROFILE: '' }).name).toBe('standard');
  expect(() => profileIn({ CONFORMANCE_PROFILE: 'quick' })).toThrow(
    'There is no profile "quick": the profiles are smoke, standard, release.',
  );
});

test('only smoke reads only, and only release takes others their share', () => {
  expect([smoke, standard, release].map((each) => each?.readOnly)).toEqual([true, false, false]);
  expect([smoke, standard, release].map((each) => each?.exhaustsShared)).toEqual([false, false, true]);
});

test('a release makes ten times the runs', () => {
  for (const exchangesEach of [1, 3, 7, 12]) {
    const [usual, more] = [standard, release].map(
      (profile) => profile && runsOf(profile, { exchangesEach }, false),
    );
    expect(more).toBeGreaterThanOrEqual(10 * (usual ?? Number.NaN));
  }
});

test('a costly property runs less often, but never not at all', () => {
  if (standard === undefined) throw new Error('There is no standard profile.');
  expect(runsOf(standard, { exchangesEach: 1 }, false)).toBeGreaterThan(
    runsOf(standard, { exchangesEach: 10 }, false),
  );
  expect(runsOf(standard, { exchangesEach: 10_000 }, false)).toBe(2);
  expect(runsOf(standard, { exchangesEach: 10_000 }, true)).toBe(1);
  expect(runsOf(standard, { exchangesEach: 10_000, sampled: true }, true)).toBe(0);
  expect(runsOf(standard, { exchangesEach: 10_000, sampled: true }, false)).toBe(2);
  expect(runsOf(standard, { exchangesEach: 10, sampled: true }, true)).toBe(3);
});

test('a property that stands for several runs as often as all of them together', () => {
  if (standard === undefined) throw new Error('There is no standard profile.');
  expect(runsOf(standard, { exchangesEach: 60, standsFor: 9 }, false)).toBe(12);
  expect(runsOf(standard, { exchangesEach: 60, standsFor: 9 }, true)).toBe(4);
});

test('where limits are shared, a property sends no more than a small share', () => {
  if (release === undefined) throw new Error('There is no release profile.');
  expect(runsOf(release, { exchangesEach: 5 }, true)).toBe(6);
});

test('a test of the profile smoke is tagged, beside its requirements', () => {
  const details = { tag: ['@REF-05'], annotation: [] };
  expect(inSmoke(details).tag).toEqual(['@REF-05', '@smoke']);
  expect(inSmoke(details, false)).toBe(details);
});

test('smoke loads the specs that have a test of it, and no others', () => {
  const files = smokeFiles(fileURLToPath(new URL('../../../specs', import.meta.url)));
  expect(files.some((file) => file.endsWith('reference-data/brands.spec.ts'))).toBe(true);
  expect(files.some((file) => file.endsWith('rate-limits/exhaustion.spec.ts'))).toBe(false);
});
