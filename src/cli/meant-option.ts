/**
 * Finds the option that somebody meant: the one that differs in one letter, or in two letters of a long name.
 * @param written the text, such as `--taget`
 * @returns undefined if no option is similar
 */
export function meantOption(written: string, options: readonly string[]): string | undefined {
  return options.find((option) => {
    const most = option.length > '--path'.length ? 2 : 1;
    return option !== written && editsBetween(written, option) <= most;
  });
}

/** The number of letters that must be added, removed or replaced. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, there] of [...other].entries()) {
      const [left = 0, above = 0, diagonal = 0] = [next[at], row[at + 1], row[at]];
      next.push(Math.min(left + 1, above + 1, diagonal + (letter === there ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
