import { expect, test } from '#unit-test';
import { endOfDay } from './calendar-day.js';

test('a day is over when the next one begins, in UTC', () => {
  expect(endOfDay('2026-12-31')).toBe(Date.UTC(2027, 0));
  expect(endOfDay('2028-02-29')).toBe(Date.UTC(2028, 2));
  expect(endOfDay('9999-12-31')).toBe(Date.UTC(10_000, 0));
});

test('what the calendar does not have is no day', () => {
  for (const day of [
    '',
    '2026-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-32',
    '2026-1-1',
    '26-01-01',
    '+002026-01-01',
    '2026-01-01T00:00',
    ' 2026-01-01',
    '01.01.2026',
    'tomorrow',
  ])
    expect(endOfDay(day), day).toBeUndefined();
});
