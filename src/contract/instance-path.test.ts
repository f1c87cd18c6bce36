import { expect, test } from '#unit-test';
import { instancePath } from './instance-path.js';

test('reads like the code that would reach the value', () => {
  expect(instancePath([])).toBe('');
  expect(instancePath(['items', '3', 'success'])).toBe('items[3].success');
  expect(instancePath(['0', 'id'])).toBe('[0].id');
  expect(instancePath(['descriptions', 'de-DE'])).toBe('descriptions["de-DE"]');
});
