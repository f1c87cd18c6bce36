import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { pastInTheEast, pastMoment } from './past-moment.js';

const now = Date.parse('2025-06-01T12:00:00Z');

test('a past moment is an hour to a year ago, whatever its offset', () => {
  const drawn = fc.sample(pastMoment(now), { seed: 1, numRuns: 300 });
  for (const text of drawn) {
    expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:00)$/);
    const hours = (now - Date.parse(text)) / 3_600_000;
    expect(hours).toBeGreaterThanOrEqual(1);
    expect(hours).toBeLessThanOrEqual(365 * 24);
  }
  expect(drawn.some((text) => text > new Date(now).toISOString())).toBe(true);
});

test('a moment in the east is past, and later where its offset is left out', () => {
  const moment = Date.parse('2026-03-01T12:00:00Z');
  const written = pastInTheEast(moment);
  expect(Date.parse(written)).toBe(moment - 3_600_000);
  expect(Date.parse(written.replace(/[+-]\d\d:\d\d$/, 'Z'))).toBeGreaterThan(moment);
});
