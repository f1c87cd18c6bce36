import fc from 'fast-check';

const hour = 3_600_000;

/**
 * A date-time some time before a moment: an hour to a year, written with an offset, so that two of them can't be compared
 * as texts (gap G-11: valid_at).
 * @param moment milliseconds since the epoch
 */
export function pastMoment(moment: number): fc.Arbitrary<string> {
  return fc
    .record({ hours: fc.integer({ min: 1, max: 365 * 24 }), offset: fc.integer({ min: -11, max: 13 }) })
    .map(({ hours, offset }) => before(moment, hours, offset));
}

/**
 * An hour before a moment, by a clock so far in the east that it shows a later hour than the moment has in UTC: who reads
 * it without its offset takes it for a later one (gap G-11: valid_at).
 * @param moment milliseconds since the epoch
 */
export function pastInTheEast(moment: number): string {
  return before(moment, 1, 13);
}

function before(moment: number, hours: number, offset: number): string {
  const local = new Date(moment + (offset - hours) * hour).toISOString();
  if (offset === 0) return local;
  const zone = `${offset < 0 ? '-' : '+'}${String(Math.abs(offset)).padStart(2, '0')}:00`;
  return local.replace('Z', zone);
}
