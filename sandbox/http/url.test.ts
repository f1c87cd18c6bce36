import { expect, test } from '#unit-test';
import { routableUrl } from './url.js';

test('targets with valid encodings stay as they are', () => {
  for (const url of ['/a', '/a%20b', '/%C3%BC?q=%zz', '*']) expect(routableUrl(url)).toBe(url);
});

test('a percent sign that begins no encoding stands for itself', () => {
  expect(routableUrl('/a/%zz?q=%20?')).toBe('/a/%25zz?q=%20?');
  expect(routableUrl('/%FF%20')).toBe('/%25FF%2520');
});
