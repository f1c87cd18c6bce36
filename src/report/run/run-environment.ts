import { parseArgs } from 'node:util';
import { contractVersion } from '../../contract/documents/document.js';
import { requirements } from '../../contract/requirements/catalogue.js';
import { asWritten } from '../../contract/requirements/clause-tags.js';
import { checkedAlways } from '../../contract/requirements/covers.js';
import { shardIn } from '../../footprint/budget/share.js';
import { quote } from '../../http/shown/shown-exchange.js';
import { conformanceCommand, replayCommand } from '../../target/environment.js';
import { preflightIn } from '../../target/preflight/preflight-report.js';
import { type ProfileName, profileIn } from '../../target/profile.js';
import { readSettings, type Settings } from '../../target/settings.js';
import type { KnownFailures } from '../../verdicts/known-failures/known-failure.js';
import { readKnownFailures } from '../../verdicts/known-failures/known-failures.js';
import { reportedTarget } from '../data/build-report.js';
import { historySize } from '../data/history.js';
import { type JournalHeader, journalFormat, keyFingerprints } from './evidence-journal.js';

/** Options of `playwright test` that choose tests. */
const choosing = [
  'grep',
  'grep-invert',
  'project',
  'shard',
  'last-failed',
  'only-changed',
  'test-list',
  'test-list-invert',
];

/** Options without a value: the argument after them is separate. */
const valueless = [
  'debug',
  'fail-on-flaky-tests',
  'forbid-only',
  'fully-parallel',
  'headed',
  'ignore-snapshots',
  'last-failed',
  'list',
  'no-deps',
  'pass-with-no-tests',
  'quiet',
  'ui',
];

/** The options of `playwright test` that have a short name and a value. */
const shortened = {
  grep: { type: 'string', short: 'g' },
  'grep-invert': { type: 'string', short: 'G' },
  workers: { type: 'string', short: 'j' },
  config: { type: 'string', short: 'c' },
} as const;

/**
 * The choice by which the operator left tests out of a run: the profile and the arguments of `playwright test`.
 * @param argv the process's arguments; everything up to `test` is ignored
 * @param profile smoke leaves out all but a few tests
 * @returns the options or files that chose tests, or undefined for a whole run
 */
export function deselectedBy(argv: readonly string[], profile: ProfileName): string | undefined {
  return inWords(profile, partsChosenBy(argv));
}

/**
 * Whether tests were chosen, so that an order between projects makes no sense: if the choice leaves no test of a
 * project that comes after another, Playwright would run that whole project. A shard is not such a choice.
 * @param argv the process's arguments; everything up to `test` is ignored
 */
export function choosesTests(argv: readonly string[]): boolean {
  return choicesOfAllShards(argv).length > 0;
}

/**
 * Whether a partial run still has every test of a requirement: only `--grep` chose its tests, and the pattern matches
 * the requirement's tag alone.
 * @param argv the process's arguments; everything up to `test` is ignored
 * @param profile smoke leaves out all but a few tests
 */
export function keepsTestsOf(requirement: string, argv: readonly string[], profile: ProfileName): boolean {
  return shardArgument(argv) === undefined && keptByAllShards(requirement, argv, profile);
}

/**
 * Whether all shards of a run together have every test of a requirement: like `keepsTestsOf`, but without the shard.
 */
function keptByAllShards(requirement: string, argv: readonly string[], profile: ProfileName): boolean {
  if (profile === 'smoke') return false;
  return choicesOfAllShards(argv).every(
    ({ name, value = '' }) => name === 'grep' && isFoundIn(`@${requirement}`, value),
  );
}

/** The requirements whose tags `--grep` names. @param argv the process's arguments */
function namedBy(argv: readonly string[]): typeof requirements {
  const values = choicesOfAllShards(argv).flatMap(({ name, value = '' }) => (name === 'grep' ? [value] : []));
  return requirements.filter(({ id }) => values.some((value) => value.includes(`@${id}`)));
}

/**
 * What `--grep` runs if it names requirements that no test covers, because they are checked in every response.
 * @param argv the process's arguments; everything up to `test` is ignored
 * @returns a sentence without its full stop; undefined if it names no such requirement
 */
export function exercisedInstead(argv: readonly string[]): string | undefined {
  const always: readonly string[] = Object.values(checkedAlways).flat();
  const ids = namedBy(argv)
    .map(({ id }) => id)
    .filter((id) => always.includes(id));
  if (ids.length === 0) return undefined;
  return `${ids.join(', ')} ${ids.length === 1 ? 'is' : 'are'} checked in every response: running the tests that call the operations concerned`;
}

/**
 * Why `--grep` may find no test: it names requirements without a check.
 * @param argv the process's arguments; everything up to `test` is ignored
 * @returns a sentence for each of them, without its full stop
 */
export function withoutCheck(argv: readonly string[]): readonly string[] {
  return namedBy(argv).flatMap(({ id, notTested }) =>
    notTested === undefined ? [] : [`${id} has no check: ${notTested.reason.replace(/\.$/, '')}`],
  );
}

/** Choices as the operator typed them: clauses by their numbers. */
function asTyped(choices: readonly Choice[]): readonly string[] {
  return choices
    .flatMap(({ written, value }) => [written, value === undefined ? undefined : asWritten(value)])
    .filter((part) => part !== undefined);
}

/** Whether Playwright's `--grep` matches: a regular expression, with or without slashes. */
export function isFoundIn(tag: string, pattern: string): boolean {
  const [, source = pattern, flags = 'gi'] = /^\/(.*)\/([gi]*)$/.exec(pattern) ?? [];
  try {
    return new RegExp(source, flags).test(tag);
  } catch {
    return false;
  }
}

/** The selection that left tests out of all shards of a run: like `deselectedBy`, but without the shard. */
export function deselectedByAllShards(argv: readonly string[], profile: ProfileName): string | undefined {
  return inWords(profile, choicesOfAllShards(argv));
}

function choicesOfAllShards(argv: readonly string[]): readonly Choice[] {
  return partsChosenBy(argv).filter(({ name }) => name !== 'shard');
}

/** The value of `--shard`; undefined if the arguments of `playwright test` don't have that option. */
export function shardArgument(argv: readonly string[]): string | undefined {
  return partsChosenBy(argv).findLast(({ name }) => name === 'shard')?.value;
}

function inWords(profile: ProfileName, choices: readonly Choice[]): string | undefined {
  const chosen = asTyped(choices);
  const parts = [profile === 'smoke' ? 'the profile smoke' : '', chosen.join(' ')];
  return parts.filter((part) => part !== '').join(' and ') || undefined;
}

/** A part of the arguments that chooses tests: an option, or a file. */
interface Choice {
  readonly name?: string;
  /** The option as the operator wrote it: `--grep` or `-g`. */
  readonly written?: string;
  readonly value?: string;
}

/** The folder that `--output` names; undefined if the arguments of `playwright test` don't have that option. */
export function outputArgument(argv: readonly string[]): string | undefined {
  const values = tokensOf(argv).map((token) =>
    token.kind === 'option' && token.name === 'output' ? token.value : undefined,
  );
  return values.findLast((value) => value !== undefined);
}

function partsChosenBy(argv: readonly string[]): readonly Choice[] {
  return tokensOf(argv).flatMap((token): readonly Choice[] => {
    if (token.kind === 'positional') return [{ value: token.value }];
    if (token.kind !== 'option' || !choosing.includes(token.name)) return [];
    return [{ name: token.name, written: token.rawName, value: token.value }];
  });
}

/** The arguments of `playwright test`, as options with their values, and files. */
function tokensOf(argv: readonly string[]) {
  const args = argv.slice(argv.indexOf('test') + 1);
  const long = args.flatMap((argument, index) => {
    const [, name] = /^--([^=]+)/.exec(argument) ?? [];
    if (name === undefined) return [];
    const isAlone = valueless.includes(name) || args[index + 1]?.startsWith('-') === true;
    return [[name, { type: isAlone ? 'boolean' : 'string' }] as const];
  });
  const options = { ...Object.fromEntries(long), ...shortened };
  return parseArgs({ args, options, strict: false, tokens: true }).tokens;
}

/** The command that resumes a run: with the choice of its tests, because the same tests must be left. */
export function resumingCommand(environment: NodeJS.ProcessEnv, argv: readonly string[]): string {
  const choice = asTyped(partsChosenBy(argv)).map((part) =>
    /^[\w@./:=-]+$/.test(part) ? part : quote(part),
  );
  return conformanceCommand(environment, ...choice, '--resume');
}

/** The settings of a run; undefined if they can't be read: the global setup then reports why. */
export function settingsOf(environment: NodeJS.ProcessEnv): Settings | undefined {
  return ifReadable(() => readSettings(environment));
}

/** The profile of a run; standard if there is no profile of that name, which the global setup reports. */
export function profileOf(environment: NodeJS.ProcessEnv): ProfileName {
  return ifReadable(() => profileIn(environment).name) ?? 'standard';
}

/** The number of kept runs; 0 if it can't be read, which the global setup reports. */
export function historySizeOf(environment: NodeJS.ProcessEnv): number {
  return ifReadable(() => historySize(environment)) ?? 0;
}

/** The known failures of a target; undefined if the file can't be read, which the global setup reports. */
export function knownFailuresOf(
  environment: NodeJS.ProcessEnv,
  target: string | undefined,
): KnownFailures | undefined {
  return target === undefined ? undefined : ifReadable(() => readKnownFailures(environment, target));
}

export function seedOf(environment: NodeJS.ProcessEnv): number {
  return Number(environment.CONFORMANCE_SEED ?? '1');
}

export function isStrict(environment: NodeJS.ProcessEnv): boolean {
  return environment.CONFORMANCE_STRICT === '1';
}

/**
 * The header of a run's journal.
 * @param argv the process's arguments
 */
export function journalHeader(
  environment: NodeJS.ProcessEnv,
  argv: readonly string[],
  settings: Settings,
  run: Pick<JournalHeader, 'startedAt' | 'tests' | 'ofAllShards'>,
): JournalHeader {
  const profile = profileOf(environment);
  const deselected = deselectedByAllShards(argv, profile);
  return {
    format: journalFormat,
    target: reportedTarget(settings),
    contractVersion,
    profile,
    seed: seedOf(environment),
    strict: isStrict(environment),
    prefix: environment.CONFORMANCE_RUN_PREFIX ?? '',
    keys: keyFingerprints(settings),
    command: replayCommand(environment)(),
    deselected,
    keepsTestsOf:
      deselected === undefined
        ? undefined
        : requirements.map(({ id }) => id).filter((id) => keptByAllShards(id, argv, profile)),
    shard: shardIn(environment),
    preflight: preflightIn(environment),
    ...run,
  };
}

function ifReadable<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
