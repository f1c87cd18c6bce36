/**
 * The exit code of a run, from Playwright's. Playwright also ends with 1 if it doesn't know an option or finds no
 * tests to run: without a verdict nothing can be said, which is 2.
 * @param code of Playwright, null if a signal ended it
 * @param hasVerdict whether this run wrote a verdict
 */
export function exitCodeOf(code: number | null, hasVerdict: boolean): number {
  if (code === null || (code === 1 && !hasVerdict)) return 2;
  return code;
}
