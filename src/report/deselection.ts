/** Options of `playwright test` that choose tests; the name under which a report speaks of them. */
const choosing = [
  '--grep',
  '-g',
  '--grep-invert',
  '-G',
  '--project',
  '--shard',
  '--last-failed',
  '--only-changed',
  '--test-list',
  '--test-list-invert',
];

/** Options that take no value: the argument behind them is not theirs. */
const valueless = [
  '--debug',
  '--fail-on-flaky-tests',
  '--forbid-only',
  '--fully-parallel',
  '--headed',
  '--ignore-snapshots',
  '--last-failed',
  '--list',
  '--no-deps',
  '--pass-with-no-tests',
  '--quiet',
  '--ui',
  '-x',
];

/**
 * What the operator left out of a run, by the arguments of `playwright test`.
 * @param argv the process's arguments; everything up to `test` is passed over
 * @returns the options or files that chose, or undefined for a whole run
 */
export function deselectedBy(argv: readonly string[]): string | undefined {
  const args = argv.slice(argv.indexOf('test') + 1);
  const found: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const [name = '', value] = (args[index] ?? '').split('=', 2);
    if (!name.startsWith('-')) {
      found.push(name);
      continue;
    }
    const takesNext =
      value === undefined && !valueless.includes(name) && args[index + 1]?.startsWith('-') === false;
    if (choosing.includes(name))
      found.push(
        [name, value ?? (takesNext ? args[index + 1] : undefined)]
          .filter((part) => part !== undefined)
          .join(' '),
      );
    if (takesNext) index += 1;
  }
  return found.length === 0 ? undefined : found.join(' ');
}
