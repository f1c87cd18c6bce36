/** A number with separated thousands: `33,216`. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

/** A number with its noun: `1 test`, `12 tests`, `2 statuses`, `2 entries`, `3 kinds of value`. */
export function counted(count: number, thing: string): string {
  if (count === 1) return `1 ${thing}`;
  const [noun = ''] = thing.split(/ (?:of|for|without) /, 1);
  const plural = noun.replace(/[^aeiou]y$/, (end) => `${end[0]}ie`).replace(/s$/, 'se');
  return `${grouped(count)} ${plural}s${thing.slice(noun.length)}`;
}

/** Several things in a sentence: `2.1`, `2.1 and 7`, `1, 4.2 and 4.3`. */
export function enumerated(all: readonly string[]): string {
  return all.join(', ').replace(/, ([^,]*)$/, ' and $1');
}

/**
 * The first of several names, and the number of the others: `a, b and 3 more`.
 * @param fewest a smaller number of others is not worth counting: they are named too
 */
export function listed(names: readonly string[], most: number, fewest = 1): string {
  const more = names.length - most;
  return more < fewest ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${grouped(more)} more`;
}

/** The first lines of a list, and the number of the others. */
export function firstLines(lines: readonly string[], most: number, noun?: string): readonly string[] {
  return [...lines.slice(0, most), ...theRest(lines, most, noun)];
}

/** The number of the entries that are not shown: `... and 3 more tests; the report has them all`; empty if there are none. */
export function theRest({ length }: readonly unknown[], most: number, noun?: string): readonly string[] {
  if (length <= most) return [];
  const more = length - most;
  const count = noun === undefined ? `${grouped(more)} more` : counted(more, `more ${noun}`);
  return [`... and ${count}; the report has them all`];
}

/** The beginning of a string that is too long: `abc…`. */
export function beginningOf(text: string, most: number, after = ''): string {
  return text.length > most ? `${text.slice(0, most)}…${after}` : text;
}
