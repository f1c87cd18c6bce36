/** What of a run a command repeats: all of a test, or one counterexample alone. */
interface Replayed {
  readonly path?: string;
  readonly commandsPath?: string | undefined;
}

/** Settings of a target that are no secrets, so that a command may show them. */
const shownSettings = [
  'TARGET_URL',
  'TARGET_CONTROL_URL',
  'TARGET_WRITES',
  'TARGET_ORDERS',
  'TARGET_CONFIRMED_GAPS',
  'TARGET_CLOCK_SPEED',
  'TARGET_BATCH_DEADLINE',
  'TARGET_RATE_SHARE',
  'TARGET_DESCRIPTION_URL',
  'TARGET_CA_FILE',
];

/**
 * How to make a run once more, or one test of it, from the top of the project. Keys and tokens are in no command: they are taken from the
 * environment or the target's file, as in the run.
 * @param environment of the run: its target, profile and seed
 * @param title of the test; undefined for the whole run
 * @returns given where fast-check finds a counterexample, if there is one, the command as it is typed in a shell
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
      // One failure is wanted to be seen as such, known or not.
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

/** What a shell without the run's variables needs to meet the same target; the embedded one is started by the run. */
function targetIn(environment: Readonly<Record<string, string | undefined>>): string[] {
  if (environment.TARGET_NAME || environment.CONFORMANCE_EMBEDDED === '1') return [];
  return shownSettings.flatMap((name) => {
    const value = environment[name];
    return value ? [assigned(name, value)] : [];
  });
}

function assigned(name: string, value: string): string {
  return `${name}=${/^[\w.,:/-]+$/.test(value) ? value : quote(value)}`;
}

/** Behind a title stand its tags: a title that goes on is another one's. */
const itsEnd = '( @|$)';

/** Playwright reads --grep as a regular expression, held against the title with the tags behind it. */
function escaped(title: string): string {
  return title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
