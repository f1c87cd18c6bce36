import { expect, test } from '#unit-test';
import { isOwnText, runPrefix } from './own-things.js';

const prefix = 'ct-8a1f02-';

for (const given of [prefix, 'ct-8a1f02-s2-', 'ct-shards-'])
  test(`${given} may begin what a run creates`, () => {
    expect(runPrefix({ CONFORMANCE_RUN_PREFIX: given })).toBe(given);
  });

for (const given of [
  'e',
  'ct-',
  'ct-7-',
  'ct-8a1f02',
  'CT-8A1F02-',
  'ct-8a1f02-s2-s3-',
  'ct-../x-',
  ' ct-8a1f02-',
])
  test(`"${given}" could begin what others created`, () => {
    expect(() => runPrefix({ CONFORMANCE_RUN_PREFIX: given })).toThrow(
      /^CONFORMANCE_RUN_PREFIX must be .*: leave it out/,
    );
  });

test('an empty prefix is none', () => {
  expect(runPrefix({ CONFORMANCE_RUN_PREFIX: '' })).toBe(runPrefix({}));
});

for (const text of [
  `https://receiver.invalid/${prefix}1`,
  `http://127.0.0.1:80/hooks/${prefix}1?shop=1`,
  `\u00a0 ${prefix}1 subscription`,
])
  test(`own: ${text}`, () => {
    expect(isOwnText(text, prefix)).toBe(true);
  });

for (const text of [
  `https://product-${prefix}hooks.example.com/`,
  `https://${prefix}hooks.example.com/`,
  `https://example.com/product-${prefix}`,
  `https://example.com/?next=/${prefix}`,
  `of ${prefix}`,
  '',
])
  test(`another's: ${text}`, () => {
    expect(isOwnText(text, prefix)).toBe(false);
  });
