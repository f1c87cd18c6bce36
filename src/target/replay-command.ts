import { commandSettings } from './settings.js';

/** The counterexample that a command repeats; without it, the command repeats the whole test. */
interface Replayed {
  readonly path?: string;
  readonly commandsPath?: string | undefined;
}

/**
 * Builds the shell command that repeats a run, or one of its tests, from the project's root. No command contains keys
 * or tokens: they come from the environment or the target's file, as in the run.
 * @param environment the environment of the run: its target, profile and seed
 * @param title the title of the test; undefined for the whole run
 * @returns a function that takes fast-check's counterexample, if there is one, and returns the command
 */
export function replayCommand(
  environment: Readonly<Record<string, string | undefined>>,
  title?: string,
): (counterexample?: Replayed) => string {
  const { TARGET_NAME: target, CONFORMANCE_PROFILE: profile, CONFORMANCE_SEED: seed = '1' } = environment;
  const { CONFORMANCE_KNOWN_FAILURES: known } = environment;
  return ({ path, commandsPath }: Replayed = {}) =>
    [
      ...targetIn(environment),
      // Someone who replays a single test wants to see it fail, even if the failure is known.
      ...(known && title === undefined ? [assigned('CONFORMANCE_KNOWN_FAILURES', known)] : []),
      'npm run conformance --',
      ...(target ? [`--target ${target}`] : []),
      ...(profile ? [`--profile ${profile}`] : []),
      `--seed ${seed}`,
      ...(environment.CONFORMANCE_STRICT === '1' ? ['--strict'] : []),
      ...(title === undefined ? [] : [`--grep ${quote(`${escaped(title)}${itsEnd}`)}`]),
      ...(path === undefined ? [] : [`--path ${path}`]),
      ...(commandsPath === undefined ? [] : [`--commands-path ${quote(commandsPath)}`]),
    ].join(' ');
}

/** The variables with which another shell reaches the same target. The run starts an embedded sandbox by itself. */
function targetIn(environment: Readonly<Record<string, string | undefined>>): string[] {
  if (environment.TARGET_NAME || environment.CONFORMANCE_EMBEDDED === '1') return [];
  return commandSettings.flatMap((name) => {
    const value = environment[name];
    return value ? [assigned(name, value)] : [];
  });
}

function assigned(name: string, value: string): string {
  return `${name}=${/^[\w.,:/-]+$/.test(value) ? value : quote(value)}`;
}

/** The end of a title, or its tags: a longer title belongs to another test. */
const itsEnd = '( @|$)';

/** Playwright matches --grep as a regular expression against the title followed by its tags. */
function escaped(title: string): string {
  return title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
