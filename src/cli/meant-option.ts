/**
 * Which of the options somebody meant who wrote another one: the one that differs in a letter, or in two of a long name.
 * @param written as in `--taget`
 * @returns undefined where it is like none
 */
export function meantOption(written: string, options: readonly string[]): string | undefined {
  return options.find((option) => {
    const most = option.length > '--path'.length ? 2 : 1;
    return option !== written && editsBetween(written, option) <= most;
  });
}

/** How many letters must be added, taken away or replaced. */
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
