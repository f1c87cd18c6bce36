const DAY = 24 * 60 * 60 * 1000;

/**
 * The moment at which a day in UTC is over, in milliseconds since 1970.
 * @param day YYYY-MM-DD
 * @returns undefined for what is no day of the calendar
 */
export function endOfDay(day: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const start = Date.parse(`${day}T00:00:00Z`);
  // What a month doesn't have would be read as a day of the next one.
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(day)) return undefined;
  return start + DAY;
}
