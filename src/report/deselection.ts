import type { ProfileName } from '../target/profile.js';

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
  return joined(profile, chosenBy(partsChosenBy(argv)));
}

/**
 * Whether tests were chosen, so that no order between projects makes sense: where a choice leaves nothing of a project
 * that comes after another, Playwright would run the whole of it. A shard is no such choice.
 * @param argv the process's arguments; everything up to `test` is passed over
 */
export function choosesTests(argv: readonly string[]): boolean {
  return choicesOfAllShards(argv).length > 0;
}

/**
 * Whether a run that was chosen from leaves out no test of a requirement: it was chosen by nothing but `--grep`, and what
 * that looks for is found in the requirement's tag alone.
 * @param argv the process's arguments; everything up to `test` is passed over
 * @param profile smoke leaves out all but a few tests
 */
export function keepsTestsOf(requirement: string, argv: readonly string[], profile: ProfileName): boolean {
  return shardArgument(argv) === undefined && keptByAllShards(requirement, argv, profile);
}

/** Whether all shards of a run together leave out no test of a requirement: the same, but for the shard. */
export function keptByAllShards(requirement: string, argv: readonly string[], profile: ProfileName): boolean {
  if (profile === 'smoke') return false;
  return choicesOfAllShards(argv).every(
    ({ name, value = '' }) => (name === '--grep' || name === '-g') && isFoundIn(`@${requirement}`, value),
  );
}

/** What Playwright's `--grep` takes for a match: a regular expression, with or without slashes. */
function isFoundIn(tag: string, pattern: string): boolean {
  const [, source = pattern, flags = 'gi'] = /^\/(.*)\/([gi]*)$/.exec(pattern) ?? [];
  try {
    return new RegExp(source, flags).test(tag);
  } catch {
    return false;
  }
}

/** What was left out of all shards of a run alike: the same as `deselectedBy`, but for the shard. */
export function deselectedByAllShards(argv: readonly string[], profile: ProfileName): string | undefined {
  return joined(profile, chosenBy(choicesOfAllShards(argv)));
}

function choicesOfAllShards(argv: readonly string[]): readonly Choice[] {
  return partsChosenBy(argv).filter(({ name }) => name !== '--shard');
}

/** The value of `--shard`; undefined where the arguments of `playwright test` have none. */
export function shardArgument(argv: readonly string[]): string | undefined {
  return partsChosenBy(argv).findLast(({ name }) => name === '--shard')?.value;
}

function joined(profile: ProfileName, chosen: string | undefined): string | undefined {
  const parts = [profile === 'smoke' ? 'the profile smoke' : undefined, chosen];
  const found = parts.filter((each) => each !== undefined);
  return found.length === 0 ? undefined : found.join(' and ');
}

function chosenBy(choices: readonly Choice[]): string | undefined {
  const parts = choices.flatMap(({ name, value }) => [name, value]);
  return parts.length === 0 ? undefined : parts.filter((part) => part !== undefined).join(' ');
}

/** A part of the arguments that chose: an option with its value, or a file. */
interface Choice {
  readonly name?: string;
  readonly value?: string;
}

function partsChosenBy(argv: readonly string[]): readonly Choice[] {
  const args = argv.slice(argv.indexOf('test') + 1);
  const found: Choice[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '--') return [...found, ...args.slice(index + 1).map((value) => ({ value }))];
    if (!argument.startsWith('-')) {
      found.push({ value: argument });
      continue;
    }
    const { name, value } = optionIn(argument);
    const next = args[index + 1];
    const takesNext = value === undefined && !valueless.includes(name) && next?.startsWith('-') === false;
    const given = takesNext ? next : value;
    if (choosing.includes(name)) found.push({ name, ...(given === undefined ? {} : { value: given }) });
    if (takesNext) index += 1;
  }
  return found;
}

/** Name and value where they are one argument: `--grep=a`, `-ga`. */
function optionIn(argument: string): { readonly name: string; readonly value?: string } {
  const [, name = argument, value] =
    /^(--[^=]+)=(.*)$/s.exec(argument) ?? /^(-[^-])(.+)$/s.exec(argument) ?? [];
  return value === undefined ? { name } : { name, value };
}
