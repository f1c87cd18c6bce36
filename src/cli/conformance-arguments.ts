import { randomInt } from 'node:crypto';
import { shardNamed, shardVariable } from '../footprint/budget/shard.js';
import { isProfileName, profileNames } from '../target/profile.js';
import { meantOption } from './meant-option.js';
import { largestSeed, seedIn } from './seed.js';

/** The arguments of `npm run conformance`. */
export interface ConformanceArguments {
  readonly environment: Readonly<Record<string, string>>;
  readonly playwrightArguments: readonly string[];
  /** Whether it continues an interrupted run. */
  readonly resumes?: true;
}

const reporter = './src/report/reporter.ts';

/** An option of the suite itself that takes a value. */
interface Option {
  readonly variable: string;
  /** An example of the option and its effect. */
  readonly example: string;
  /** The value of the variable, or undefined for an invalid value. */
  readonly read: (value: string) => string | undefined;
  /** A description of the valid values. */
  readonly must: string;
  /** Whether Playwright also takes it. */
  readonly handedOn?: true;
}

const options: Readonly<Record<string, Option>> = {
  '--target': {
    variable: 'TARGET_NAME',
    example: '--target staging reads .env.staging',
    read: (value) => value,
    must: 'be a name',
  },
  '--profile': {
    variable: 'CONFORMANCE_PROFILE',
    example: '--profile smoke only reads',
    read: (value) => (isProfileName(value) ? value : undefined),
    must: `be one of ${profileNames.join(', ')}`,
  },
  '--seed': {
    variable: 'CONFORMANCE_SEED',
    example: '--seed 42 repeats the run of seed 42',
    read: (value) => (value === 'new' ? String(randomInt(1, largestSeed + 1)) : seedIn(value)),
    must: `be a whole number up to ${largestSeed}, or new`,
  },
  '--path': {
    variable: 'CONFORMANCE_PATH',
    example: '--path 12:0:1 replays a counterexample',
    read: (value) => matching(/^\d+(:\d+)*$/, value),
    must: 'be numbers with colons between them, as in a finding',
  },
  '--commands-path': {
    variable: 'CONFORMANCE_COMMANDS_PATH',
    example: "--commands-path 'AAB:C' replays a sequence of commands",
    read: (value) => matching(/^[\w+/:=-]+$/, value),
    must: 'be the path of a sequence of commands, as in a finding',
  },
  '--shard': {
    variable: shardVariable,
    example: '--shard 2/4 runs the second of four parts',
    read: (value) => (shardNamed(value) === undefined ? undefined : value),
    must: 'be a part and the number of parts, as in 2/4',
    handedOn: true,
  },
};

const ownOptions = [...Object.keys(options), '--strict', '--resume'];

/** Options that replay a counterexample of one test. */
const replaying = ['--path', '--commands-path'];

/**
 * Splits the arguments into the suite's own and Playwright's.
 * @returns the environment for the run and Playwright's arguments, or a sentence that says what is wrong
 */
export function parseConformanceArguments(
  args: readonly string[],
): ConformanceArguments | { readonly problem: string } {
  const environment: Record<string, string> = {};
  const playwrightArguments: string[] = [];
  let resumes = false;
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    const [name = '', inline] = splitOnce(argument);
    const option = options[name];
    if (name === '--strict') environment.CONFORMANCE_STRICT = '1';
    else if (argument === '--resume') resumes = true;
    else if (name === '--resume')
      return {
        problem: '--resume takes no value: it continues the last run, in the folder of its reports.',
      };
    else if (option !== undefined) {
      const value = inline ?? args[++index];
      if (value === undefined || value.startsWith('-'))
        return { problem: `${name} needs a value: ${option.example}.` };
      const read = option.read(value);
      if (read === undefined) return { problem: `${name} must ${option.must}, but is "${value}".` };
      environment[option.variable] = read;
      if (option.handedOn) playwrightArguments.push(`${name}=${read}`);
    } else if (name === '--reporter') {
      // Another reporter may be added to the one that makes the verdict, but never replace it.
      const value = inline ?? args[++index];
      playwrightArguments.push(
        `--reporter=${[value, reporter].filter((each) => each !== undefined).join(',')}`,
      );
    } else {
      const meant = name.startsWith('--') ? meantOption(name, ownOptions) : undefined;
      if (meant !== undefined) return { problem: `There is no option ${name}: did you mean ${meant}?` };
      playwrightArguments.push(argument);
    }
  }
  const replayed = replaying.find((name) => (options[name]?.variable ?? '') in environment);
  if (replayed !== undefined && !playwrightArguments.some(isGrep))
    return { problem: `${replayed} belongs to one test: name it with --grep, as the finding does.` };
  return { environment, playwrightArguments, ...(resumes ? { resumes } : {}) };
}

function isGrep(argument: string): boolean {
  return /^(--grep(=|$)|-g)/.test(argument);
}

function matching(pattern: RegExp, value: string): string | undefined {
  return pattern.test(value) ? value : undefined;
}

function splitOnce(argument: string): [string, string?] {
  const at = argument.indexOf('=');
  return argument.startsWith('--') && at > 0 ? [argument.slice(0, at), argument.slice(at + 1)] : [argument];
}
