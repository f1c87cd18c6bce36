import { expect, test } from '#unit-test';
import { isDateTime, isDay, isWebUrl } from './format.js';

test('date-times have seconds and a zone', () => {
  const moments = ['2025-01-31T12:00:00Z', '2024-02-29T23:59:59.123456+05:30', '2025-12-31T00:00:00-11:00'];
  expect(moments.filter(isDateTime)).toEqual(moments);
  const others = [
    '2025-01-31',
    '2025-01-31T12:00:00',
    '2025-01-31 12:00:00Z',
    '2025-02-29T12:00:00Z',
    '2025-13-01T12:00:00Z',
    '2025-01-31T24:00:00Z',
    '2025-01-31T12:60:00Z',
    'now',
    '',
  ];
  expect(others.filter(isDateTime)).toEqual([]);
});

test('days are days of the calendar', () => {
  expect(['2024-02-29', '2025-12-31'].every(isDay)).toBe(true);
  expect(['2025-02-29', '2025-00-10', '2025-1-1', '20250101'].some(isDay)).toBe(false);
});

test('URLs of the web are absolute and have a host', () => {
  expect(['https://a.example/b?c#d', 'http://127.0.0.1:8080', 'HTTPS://A.example/ü'].every(isWebUrl)).toBe(
    true,
  );
  const others = [
    '',
    '/a.jpg',
    'a.example',
    'ftp://a.example',
    'https://',
    'https:///a',
    'https://a b',
    'javascript:1',
  ];
  expect(others.filter(isWebUrl)).toEqual([]);
});
