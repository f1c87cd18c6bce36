/**
 * The exit code of a run by that of Playwright, which ends with 1 as well where it was given an option that it doesn't
 * know, or found no tests to run: without a verdict nothing can be said, and that is 2.
 * @param code of Playwright, null where a signal ended it
 * @param hasVerdict whether this run wrote one
 */
export function exitCodeOf(code: number | null, hasVerdict: boolean): number {
  if (code === null || (code === 1 && !hasVerdict)) return 2;
  return code;
}
