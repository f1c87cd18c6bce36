import { commandLine } from '../../contract/documents/folders.js';
import { quote } from '../../http/shown/shown-exchange.js';
import { isEmbedded, outputVariable, urlVariable } from '../environment.js';
import type { Environment } from '../setting.js';
import { publicSettings } from '../settings.js';
import { asTyped, type TestChoice } from './test-choice.js';

/**
 * The shell commands that follow a run, from the folder in which it was started. No command contains keys or tokens:
 * they come from the environment or the target's file, as in the run.
 * @param environment of the run, with the settings of its target
 */
export function commandsAfter(environment: Environment, choice?: TestChoice) {
  const { TARGET_NAME: name, [urlVariable]: url, [outputVariable]: output } = environment;
  const { CONFORMANCE_PROFILE: profile, CONFORMANCE_SEED: seed = '1' } = environment;
  const run = (variables: readonly string[], args: readonly string[]) => {
    const target = [...option('--target', name), ...option('--url', url && environment.TARGET_URL)];
    const command = commandLine('run', [...target, ...args]);
    return [...targetIn(environment), ...variables, command].join(' ');
  };
  const set = (variable: string) => assigned(variable, environment[variable]);
  const strict = environment.CONFORMANCE_STRICT === '1' ? ['--strict'] : [];
  const repeated = [...option('--profile', profile), `--seed ${seed}`, ...strict];
  return {
    /** Opens the report. */
    report: commandLine('report', output === undefined ? [] : [quoted(output)]),
    /** Runs the whole suite against the same target. */
    whole: run([], []),
    /** Starts the run again, with the choice of its tests. */
    again: run([], (choice === undefined ? [] : asTyped(choice)).map(quoted)),
    /** Repeats the run, with its seed. */
    repeat: run([...set('CONFORMANCE_ANYWAY'), ...set('CONFORMANCE_KNOWN_FAILURES')], repeated),
  } as const;
}

export type RunCommands = ReturnType<typeof commandsAfter>;

/**
 * The command that repeats one test of a run.
 * @param title of the test
 * @returns the command for a seed with which a run finds a counterexample, and its path; without one, the whole test
 */
export function replayCommand({ repeat }: Pick<RunCommands, 'repeat'>, title: string) {
  return ({ seed, path }: { readonly seed: number; readonly path?: string }): string => {
    const again = repeat.replace(/ --seed \d+(?=( --strict)?$)/, ` --seed ${seed}`);
    return [again, `--grep ${quote(`${escaped(title)}${titleEnd}`)}`, ...option('--path', path)].join(' ');
  };
}

/** The variables with which a different shell reaches the same target. The run starts an embedded sandbox by itself. */
function targetIn(environment: Environment): readonly string[] {
  if (environment.TARGET_NAME || isEmbedded(environment)) return [];
  const isAsked = (name: string) => name === 'TARGET_URL' && environment[urlVariable];
  return publicSettings.flatMap(({ name }) => (isAsked(name) ? [] : assigned(name, environment[name])));
}

/** A variable with its value; none if it has none. */
function assigned(name: string, value: string | undefined): readonly string[] {
  return value ? [`${name}=${quoted(value)}`] : [];
}

/** An option with its value; none if it has none. */
function option(name: string, value: string | undefined): readonly string[] {
  return value ? [`${name} ${quoted(value)}`] : [];
}

/** A value as an argument of a shell: in quotes only if it needs them. */
function quoted(value: string): string {
  return /^[\w@.,:/=-]+$/.test(value) ? value : quote(value);
}

/** Ends the choice of a replay with the end of a title, or its tags: a longer title belongs to a different test. */
export const titleEnd = '( @|$)';

/** Playwright matches --grep as a regular expression against the title followed by its tags. */
function escaped(title: string): string {
  return title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
