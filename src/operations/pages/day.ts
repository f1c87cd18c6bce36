const day = 86_400_000;

/** The day that comes so many days after today, in UTC, as the field of a form takes it: YYYY-MM-DD. */
export function dayIn(days: number): string {
  return new Date(Date.now() + days * day).toISOString().slice(0, 10);
}
