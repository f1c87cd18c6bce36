import { parseArgs } from 'node:util';
import { sourceOfSpec } from '../../contract/documents/folders.js';
import { requirements } from '../../contract/requirements/catalogue.js';
import { asWritten } from '../../contract/requirements/clause-tags.js';
import { patternIn } from '../../contract/values/search.js';
import type { ProfileName } from '../profile.js';

/** A part of the arguments of `playwright test` that chooses tests: an option, or a file. */
interface Choice {
  readonly name?: string;
  /** The option as the operator wrote it: `--grep` or `-g`. */
  readonly written?: string;
  readonly value?: string;
}

/** What the arguments of `playwright test` ask for. */
export interface TestChoice {
  /** The parts that choose tests, in the operator's order. */
  readonly parts: readonly Choice[];
  /** The folder that `--output` names. */
  readonly output?: string;
  /** Whether `--list` asks for the names of the tests alone. */
  readonly isListing: boolean;
}

/** Options of `playwright test` that choose tests. */
const choosing = [
  ...['grep', 'grep-invert', 'project', 'shard', 'last-failed', 'only-changed'],
  ...['test-list', 'test-list-invert'],
];

/** Options without a value: the argument after them is separate. */
const valueless = [
  ...['debug', 'fail-on-flaky-tests', 'forbid-only', 'fully-parallel', 'headed', 'ignore-snapshots'],
  ...['last-failed', 'list', 'no-deps', 'pass-with-no-tests', 'quiet', 'ui'],
];

/** The options of `playwright test` that have a short name and a value. */
const shortened = {
  grep: { type: 'string', short: 'g' },
  'grep-invert': { type: 'string', short: 'G' },
  workers: { type: 'string', short: 'j' },
  config: { type: 'string', short: 'c' },
} as const;

/** @param argv the process's arguments; everything up to `test` is ignored */
export function testChoiceIn(argv: readonly string[]): TestChoice {
  const tokens = tokensOf(argv.slice(argv.indexOf('test') + 1));
  const parts: Choice[] = [];
  const named: Record<string, string | undefined> = {};
  for (const token of tokens) {
    if (token.kind === 'positional') parts.push({ value: sourceOfSpec(token.value) });
    if (token.kind !== 'option') continue;
    named[token.name] = token.value;
    if (choosing.includes(token.name))
      parts.push({ name: token.name, written: token.rawName, value: token.value || undefined });
  }
  return { parts, output: named.output, isListing: 'list' in named };
}

/** The arguments of `playwright test`, as options with their values, and files. */
function tokensOf(args: readonly string[]) {
  const long = args.flatMap((argument, index) => {
    const [, name] = /^--([^=]+)/.exec(argument) ?? [];
    if (name === undefined) return [];
    const isAlone = valueless.includes(name) || args[index + 1]?.startsWith('-') === true;
    return [[name, { type: isAlone ? 'boolean' : 'string' }] as const];
  });
  const options = { ...Object.fromEntries(long), ...shortened };
  return parseArgs({ args: [...args], options, strict: false, tokens: true }).tokens;
}

/** The tests that the operator chose: their profile, and the arguments of `playwright test`. */
export interface ChosenTests {
  readonly profile: ProfileName;
  readonly choice: TestChoice;
}

/** The choice that left tests out of a run, in the operator's words; undefined for a whole run. */
export function deselectedBy({ profile, choice }: ChosenTests): string | undefined {
  const parts = [profile === 'smoke' ? 'the profile smoke' : '', asTyped(choice.parts).join(' ')];
  return parts.filter((part) => part !== '').join(' and ') || undefined;
}

/** The same choice, as all shards of a run together have it. */
export function ofAllShards(choice: TestChoice): TestChoice {
  return { ...choice, parts: choice.parts.filter(({ name }) => name !== 'shard') };
}

/**
 * Whether tests were chosen, so that an order between projects makes no sense: if the choice leaves no test of a
 * project that comes after another, Playwright would run that whole project.
 */
export function choosesTests({ parts }: TestChoice): boolean {
  return parts.length > 0;
}

/** Whether this machine runs one shard of the tests. */
export function isSharded({ parts }: TestChoice): boolean {
  return parts.some(({ name }) => name === 'shard');
}

/** Choices as the operator typed them: clauses by their numbers. */
export function asTyped(choices: readonly Choice[]): readonly string[] {
  return choices
    .flatMap(({ written, value }) => [written, value === undefined ? undefined : asWritten(value)])
    .filter((part) => part !== undefined);
}

/**
 * Whether a partial run still has every test of a requirement: only `--grep` chose its tests, and the pattern matches
 * the requirement's tag alone.
 */
export function keepsTestsOf(requirement: string, { profile, choice }: ChosenTests): boolean {
  if (profile === 'smoke') return false;
  return choice.parts.every(({ name, value = '' }) => name === 'grep' && isFoundIn(`@${requirement}`, value));
}

/** Whether Playwright's `--grep` matches. */
export function isFoundIn(tag: string, pattern: string): boolean {
  return patternIn(pattern)?.test(tag) === true;
}

/** The requirements whose tags `--grep` names. */
function namedBy({ parts }: TestChoice): typeof requirements {
  const values = parts.flatMap(({ name, value = '' }) => (name === 'grep' ? [value] : []));
  return requirements.filter(({ id }) => values.some((value) => value.includes(`@${id}`)));
}

/**
 * What `--grep` runs if it names requirements that no test covers, because they are checked in every response.
 * @param always those requirements
 * @returns a sentence without its full stop; undefined if it names no such requirement
 */
export function exercisedInstead(choice: TestChoice, always: readonly string[]): string | undefined {
  const ids = namedBy(choice)
    .map(({ id }) => id)
    .filter((id) => always.includes(id));
  if (ids.length === 0) return undefined;
  return `${ids.join(', ')} ${ids.length === 1 ? 'is' : 'are'} checked in every response: running the tests that call the operations concerned`;
}

/**
 * Why `--grep` may find no test: it names requirements without a check.
 * @returns a sentence for each of them, without its full stop
 */
export function withoutCheck(choice: TestChoice): readonly string[] {
  return namedBy(choice).flatMap(({ id, notTested }) =>
    notTested === undefined ? [] : [`${id} has no check: ${notTested.reason.replace(/\.$/, '')}`],
  );
}
