/** Where fast-check finds a counterexample again. */
export interface CounterexamplePath {
  readonly path: string;
  /** Of a shrunk list of commands. */
  readonly commandsPath?: string | undefined;
}

/** The command that runs a test once more: on one counterexample alone where its path is given. */
export type Replay = (counterexample?: CounterexamplePath) => string;

/** Settings of a target that are no secrets, so that a command may show them. */
const shownSettings = [
  'TARGET_URL',
  'TARGET_CONTROL_URL',
  'TARGET_WRITES',
  'TARGET_CONFIRMED_GAPS',
  'TARGET_CLOCK_SPEED',
  'TARGET_BATCH_DEADLINE',
  'TARGET_DESCRIPTION_URL',
];

/**
 * How to run one test once more, from the top of the project. Keys and tokens are in no command: they are taken from the
 * environment or the target's file, as in the run.
 * @param environment of the run: its target, profile and seed
 * @param title of the test
 * @returns the command as it is typed in a shell
 */
export function replayCommand(
  environment: Readonly<Record<string, string | undefined>>,
  title: string,
): Replay {
  const { TARGET_NAME: target, CONFORMANCE_PROFILE: profile, CONFORMANCE_SEED: seed = '1' } = environment;
  return ({ path, commandsPath }: Partial<CounterexamplePath> = {}) =>
    [
      ...targetIn(environment),
      'npm run conformance --',
      ...(target ? [`--target ${target}`] : []),
      ...(profile ? [`--profile ${profile}`] : []),
      `--seed ${seed}`,
      ...(environment.CONFORMANCE_STRICT === '1' ? ['--strict'] : []),
      `--grep ${quote(escaped(title))}`,
      ...(path === undefined ? [] : [`--path ${path}`]),
      ...(commandsPath === undefined ? [] : [`--commands-path ${quote(commandsPath)}`]),
    ].join(' ');
}

/** What a shell without the run's variables needs to meet the same target; the embedded one is started by the run. */
function targetIn(environment: Readonly<Record<string, string | undefined>>): string[] {
  if (environment.TARGET_NAME || environment.CONFORMANCE_EMBEDDED === '1') return [];
  return shownSettings.flatMap((name) => {
    const value = environment[name];
    return value ? [`${name}=${/^[\w.,:/-]+$/.test(value) ? value : quote(value)}`] : [];
  });
}

/** Playwright reads --grep as a regular expression, held against the title with the tags behind it. */
function escaped(title: string): string {
  return title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
