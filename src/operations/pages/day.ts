const day = 86_400_000;

/** The day that is this many days after today, in UTC, in the format of a form field: YYYY-MM-DD. */
export function dayIn(days: number): string {
  return new Date(Date.now() + days * day).toISOString().slice(0, 10);
}
