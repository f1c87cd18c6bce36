import { commandLine } from '../../contract/documents/folders.js';
import { quote } from '../../http/shown/shown-exchange.js';
import { outputVariable, urlVariable } from '../environment.js';
import { commandSettings } from '../settings.js';
import { asTyped, type TestChoice } from './test-choice.js';

/**
 * The shell commands that follow a run, from the folder in which it was started. No command contains keys or tokens:
 * they come from the environment or the target's file, as in the run.
 */
export interface RunCommands {
  /** Opens the report. */
  readonly report: string;
  /** Runs the whole suite against the same target. */
  readonly whole: string;
  /** Starts the run again, with the choice of its tests. */
  readonly again: string;
  /** Repeats the run, with its seed. */
  readonly repeat: string;
  /** Repeats the run, whatever failures are known: someone who replays a single test wants to see it fail. */
  readonly replay: string;
}

/** @param environment of the run, with the settings of its target */
export function commandsAfter(
  environment: Readonly<Record<string, string | undefined>>,
  choice?: TestChoice,
): RunCommands {
  const { CONFORMANCE_KNOWN_FAILURES: known, TARGET_NAME: name, [outputVariable]: output } = environment;
  const { CONFORMANCE_PROFILE: profile, CONFORMANCE_SEED: seed = '1', [urlVariable]: url } = environment;
  const run = (variables: readonly string[], args: readonly string[]) => {
    const target = [
      ...(name ? [`--target ${name}`] : []),
      ...(url ? [`--url ${quoted(withoutSecrets(url))}`] : []),
    ];
    return [...targetIn(environment), ...variables, commandLine('run', [...target, ...args])].join(' ');
  };
  const anyway = environment.CONFORMANCE_ANYWAY === '1' ? ['CONFORMANCE_ANYWAY=1'] : [];
  const repeated = [
    ...(profile ? [`--profile ${profile}`] : []),
    `--seed ${seed}`,
    ...(environment.CONFORMANCE_STRICT === '1' ? ['--strict'] : []),
  ];
  const chosen = asTyped(choice?.parts ?? []).map((part) =>
    /^[\w@./:=-]+$/.test(part) ? part : quote(part),
  );
  return {
    report: commandLine('report', output === undefined ? [] : [quoted(output)]),
    whole: run([], []),
    again: run([], chosen),
    repeat: run([...anyway, ...(known ? [assigned('CONFORMANCE_KNOWN_FAILURES', known)] : [])], repeated),
    replay: run(anyway, repeated),
  };
}

/** What a command repeats. */
interface Replayed {
  /** The seed with which a run finds it. */
  readonly seed: number;
  /** The path of a counterexample; without it, the command repeats the whole test. */
  readonly path?: string;
}

/** The command that repeats one test of a run. @param title of the test */
export function replayCommand(
  { replay }: Pick<RunCommands, 'replay'>,
  title: string,
): (replayed: Replayed) => string {
  return ({ seed, path }) => {
    const again = replay.replace(/ --seed \d+(?=( --strict)?$)/, ` --seed ${seed}`);
    const test = `${again} --grep ${quote(`${escaped(title)}${titleEnd}`)}`;
    return path === undefined ? test : `${test} --path ${path}`;
  };
}

/** The variables with which a different shell reaches the same target. The run starts an embedded sandbox by itself. */
function targetIn(environment: Readonly<Record<string, string | undefined>>): string[] {
  if (environment.TARGET_NAME || environment.CONFORMANCE_EMBEDDED === '1') return [];
  return commandSettings.flatMap((name) => {
    const value = name === 'TARGET_URL' && environment[urlVariable] ? undefined : environment[name];
    return value ? [assigned(name, name.endsWith('_URL') ? withoutSecrets(value) : value)] : [];
  });
}

/** An address as a command may show it: a password or a key in it, with which no run begins, is left out. */
function withoutSecrets(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return 'ADDRESS';
  return url.username || url.password || /[?#]/.test(address) ? url.origin + url.pathname : address;
}

function assigned(name: string, value: string): string {
  return `${name}=${quoted(value)}`;
}

/** A value as an argument of a shell: in quotes only if it needs them. */
function quoted(value: string): string {
  return /^[\w.,:/-]+$/.test(value) ? value : quote(value);
}

/** Ends the choice of a replay with the end of a title, or its tags: a longer title belongs to a different test. */
export const titleEnd = '( @|$)';

/** Playwright matches --grep as a regular expression against the title followed by its tags. */
function escaped(title: string): string {
  return title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
