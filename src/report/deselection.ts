import type { ProfileName } from '../budget/profile.js';

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
 * What the operator left out of a run, by the profile and the arguments of `playwright test`.
 * @param argv the process's arguments; everything up to `test` is passed over
 * @param profile smoke leaves out all but a few tests
 * @returns the options or files that chose, or undefined for a whole run
 */
export function deselectedBy(argv: readonly string[], profile: ProfileName): string | undefined {
  const chosen = [profile === 'smoke' ? 'the profile smoke' : undefined, chosenBy(argv)];
  const found = chosen.filter((each) => each !== undefined);
  return found.length === 0 ? undefined : found.join(' and ');
}

function chosenBy(argv: readonly string[]): string | undefined {
  const args = argv.slice(argv.indexOf('test') + 1);
  const found: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '--') {
      found.push(...args.slice(index + 1));
      break;
    }
    if (!argument.startsWith('-')) {
      found.push(argument);
      continue;
    }
    const { name, value } = optionIn(argument);
    const next = args[index + 1];
    const takesNext = value === undefined && !valueless.includes(name) && next?.startsWith('-') === false;
    if (choosing.includes(name)) {
      found.push(...[name, takesNext ? next : value].filter((part) => part !== undefined));
    }
    if (takesNext) index += 1;
  }
  return found.length === 0 ? undefined : found.join(' ');
}

/** Name and value where they are one argument: `--grep=a`, `-ga`. */
function optionIn(argument: string): { readonly name: string; readonly value?: string } {
  const [, name = argument, value] =
    /^(--[^=]+)=(.*)$/s.exec(argument) ?? /^(-[^-])(.+)$/s.exec(argument) ?? [];
  return value === undefined ? { name } : { name, value };
}
