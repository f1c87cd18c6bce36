import { parseArgs } from 'node:util';
import { sourceOfSpec } from '../../contract/documents/folders.js';
import { requirements } from '../../contract/requirements/catalogue.js';
import { asWritten } from '../../contract/requirements/clause-tags.js';
import { patternIn } from '../../contract/values/search.js';
import type { Profile } from '../profile.js';

/** A part of the arguments of `playwright test` that chooses tests: an option, or a file. */
interface Choice {
  /** The long name of the option; absent for a file. */
  readonly name?: string;
  readonly value?: string;
}

/** Options of `playwright test` that choose tests, except for `--shard`. */
const choosing = [
  ...['grep', 'grep-invert', 'project', 'last-failed', 'only-changed'],
  ...['test-list', 'test-list-invert'],
];

/** Its options with a value, which may be the next argument. */
const valued = [
  ...['grep', 'grep-invert', 'project', 'shard', 'test-list', 'test-list-invert', 'config', 'output'],
  ...['global-timeout', 'last-failed-file', 'max-failures', 'repeat-each', 'reporter', 'retries'],
  ...['shuffle', 'timeout', 'trace', 'tsconfig', 'ui-host', 'ui-port', 'workers'],
];

/** Their short names. */
const shortNames: Readonly<Record<string, { readonly short: string }>> = {
  ...{ grep: { short: 'g' }, 'grep-invert': { short: 'G' } },
  ...{ workers: { short: 'j' }, config: { short: 'c' } },
};

/**
 * What the arguments of `playwright test` ask for.
 * @param argv the process's arguments; everything up to `test` is ignored
 */
export function testChoiceIn(argv: readonly string[]) {
  const args = argv.slice(argv.indexOf('test') + 1);
  const options = valued.map((name) => [name, { type: 'string', ...shortNames[name] }] as const);
  const { tokens } = parseArgs({ args, options: Object.fromEntries(options), strict: false, tokens: true });
  const given = tokens.filter((each) => each.kind === 'option');
  return {
    /** The parts that choose tests, in the operator's order. */
    parts: tokens.flatMap((token): readonly Choice[] => {
      if (token.kind === 'positional') return [{ value: sourceOfSpec(token.value) }];
      if (token.kind !== 'option' || !choosing.includes(token.name)) return [];
      return [{ name: token.name, value: token.value || undefined }];
    }),
    /** The part of the tests that this machine runs, as `2/4`. */
    shard: given.findLast(({ name }) => name === 'shard')?.value,
    /** The folder that `--output` names. */
    output: given.findLast(({ name }) => name === 'output')?.value,
    /** Whether `--list` asks for the names of the tests alone. */
    isListing: given.some(({ name }) => name === 'list'),
  } as const;
}

export type TestChoice = ReturnType<typeof testChoiceIn>;

/** The tests that the operator chose: their profile, and the arguments of `playwright test`. */
export interface ChosenTests {
  readonly profile: Pick<Profile, 'name'>;
  readonly choice: TestChoice;
}

/** The choice that left tests out of a run, in an operator's words; undefined for a whole run. */
export function deselectedBy({ profile, choice }: ChosenTests): string | undefined {
  const parts = [profile.name === 'smoke' ? 'the profile smoke' : '', asTyped(choice).join(' ')];
  return parts.filter((part) => part !== '').join(' and ') || undefined;
}

/** A choice as an operator types it: clauses by their numbers. */
export function asTyped({ parts, shard }: TestChoice): readonly string[] {
  const all: readonly Choice[] = shard === undefined ? parts : [...parts, { name: 'shard', value: shard }];
  return all
    .flatMap(({ name, value }) => [name && `--${name}`, value && asWritten(value)])
    .filter((each) => each !== undefined);
}

/**
 * Whether a partial run still has every test of a requirement: only `--grep` chose its tests, and the pattern matches
 * the requirement's tag alone.
 */
export function keepsTestsOf(requirement: string, { profile, choice }: ChosenTests): boolean {
  const keeps = ({ name, value = '' }: Choice) =>
    name === 'grep' && patternIn(value)?.test(`@${requirement}`);
  return profile.name !== 'smoke' && choice.shard === undefined && choice.parts.every(keeps);
}

/** The requirements whose tags `--grep` names. */
function namedBy({ parts }: TestChoice): typeof requirements {
  const patterns = parts.filter(({ name }) => name === 'grep').map(({ value = '' }) => value);
  return requirements.filter(({ id }) => patterns.some((pattern) => pattern.includes(`@${id}`)));
}

/**
 * What `--grep` runs if it names requirements that no test covers, because they are checked in every response.
 * @param always those requirements
 * @returns a sentence without its full stop; undefined if it names no such requirement
 */
export function exercisedInstead(choice: TestChoice, always: readonly string[]): string | undefined {
  const ids = namedBy(choice).flatMap(({ id }) => (always.includes(id) ? [id] : []));
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
