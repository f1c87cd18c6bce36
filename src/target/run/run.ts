import { randomBytes } from 'node:crypto';
import {
  isEmbedded,
  outputVariable,
  reportsFolder,
  type SharedFolders,
  sharedFolders,
  sharesKeys,
} from '../environment.js';
import { newRunFolder } from '../folders/run-folder.js';
import type { PreflightReport } from '../preflight/preflight-report.js';
import { type Environment, readAll, setting, type ValuesOf, wrong } from '../setting.js';
import { aboutRun, embeddedName } from '../settings.js';
import { commandsAfter, type RunCommands } from './commands.js';
import { newSeed } from './seed.js';
import { isSharded, type TestChoice } from './test-choice.js';

/** Too long to occur in other people's data by chance, and never the beginning of a different run's prefix. */
const form = /^ct-[a-z0-9]{4,16}-$/;

/** Whether a prefix has the form of a run's prefix: nothing that others created begins with it. */
export function isRunPrefix(prefix: string): boolean {
  return form.test(prefix);
}

const prefix = setting('CONFORMANCE_RUN_PREFIX', (text, name) => {
  if (isRunPrefix(text)) return text;
  throw wrong(
    name,
    `must be ct-, 4 to 16 lower-case letters or digits, and a hyphen, as in ct-8a1f02-, but is ${JSON.stringify(text)}: leave it out, and the run makes up its own.`,
  );
});

/** The prefix that the environment names. @throws SettingsError if other people's things could begin with it */
export const prefixIn = prefix.readIn;

/** All settings of a run itself. */
const table = { ...aboutRun, prefix };

/**
 * A run, as its settings and its command line describe it: resolved once, by Playwright's configuration, and handed on
 * to the reporter and the workers. It has no secret: these stay in the environment, like the settings of the target.
 */
export interface Run extends ValuesOf<typeof table> {
  /** Why the run can't begin, in one sentence, which the global setup says. */
  readonly problem?: string;
  readonly seed: number;
  /** The day of the run, as `2030-01-31`, UTC: a known failure must not expire in only some of the workers. */
  readonly day: string;
  /** Prefix of every name that the run creates. */
  readonly prefix: string;
  /** Letters and digits by which each process recognises the keys that the target makes for the run. */
  readonly mark: string;
  readonly choice: TestChoice;
  /** Whether all tests use the same keys and share their rate limits. */
  readonly sharesKeys: boolean;
  /** The path of the counterexample that it replays. */
  readonly replayed?: string;
  /** Its own folder, for its reports, and those that all runs share. */
  readonly folders: { readonly reports: string } & SharedFolders;
  readonly commands: RunCommands;
  /** What the configuration and the global setup add before the workers start. */
  readonly prepared: {
    /** Address of the server at which the workers share rate limits, orders and drafts. */
    readonly address?: string;
    readonly preflight?: PreflightReport;
  };
}

/** The variable that hands the run on to the processes that this one starts. */
const runVariable = 'CONFORMANCE_RUN';

/**
 * Resolves the run that this process begins.
 * @param environment with the settings of the target; changed in place, so that workers inherit the run
 * @param choice what its arguments ask for
 */
export function beginRun(environment: NodeJS.ProcessEnv, choice: TestChoice): Run {
  const shared = sharesKeys(environment);
  const { values, problem } = valuesIn(environment);
  const seed = values.seed ?? (environment.CI ? 1 : newSeed());
  const run: Run = {
    ...values,
    seed,
    prefix: values.prefix ?? `ct-${randomBytes(3).toString('hex')}-`,
    mark: randomBytes(8).toString('hex'),
    day: today(),
    choice,
    sharesKeys: shared,
    replayed: environment.CONFORMANCE_PATH,
    folders: {
      reports: environment[outputVariable] ?? newRunFolder(nameIn(environment)),
      ...sharedFolders(reportsFolder),
    },
    commands: commandsAfter(
      {
        ...environment,
        CONFORMANCE_SEED: String(seed),
        CONFORMANCE_EMBEDDED: isEmbedded(environment) ? '1' : undefined,
      },
      choice,
    ),
    prepared: {},
    problem: problem ?? (shared && isSharded(choice) ? shardsOnSharedKeys : undefined),
  };
  handOn(run, environment);
  return run;
}

const shardsOnSharedKeys =
  '--shard needs a control interface (TARGET_CONTROL_URL), which gives each test a merchant of its own: on the keys of one merchant, several machines send no more than one.';

/** The settings of a run. If one is wrong, so that the run can't begin: none of them, and the sentence that says so. */
function valuesIn(environment: Environment) {
  try {
    return { values: readAll(table, environment) };
  } catch (error) {
    return { values: readAll(table, {}), problem: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Why a run can't replay its counterexample, which belongs to one test.
 * @param chosen the number of tests that were chosen
 * @returns one sentence; undefined if it can, or if it replays nothing
 */
export function unclearReplay({ replayed }: Pick<Run, 'replayed'>, chosen: number): string | undefined {
  return replayed === undefined || chosen <= 1
    ? undefined
    : `--path replays one test, but ${chosen} tests were chosen: name one with --grep, as its finding does.`;
}

/** Lets the processes that this one starts, and its reporter, see what the global setup has prepared. */
export function prepare(prepared: Partial<Run['prepared']>, environment: NodeJS.ProcessEnv): void {
  const run = runIn(environment);
  handOn({ ...run, prepared: { ...run.prepared, ...prepared } }, environment);
}

function handOn(run: Run, environment: NodeJS.ProcessEnv): void {
  environment[runVariable] = JSON.stringify(run);
}

/** Whether this process is a worker of a run. A test that runs in Playwright itself may begin a run, too. */
export function isWorkerOfRun(environment: Environment): boolean {
  return environment.TEST_WORKER_INDEX !== undefined && environment[runVariable] !== undefined;
}

let known: { readonly text: string; readonly run: Run } | undefined;

/** The run that this process belongs to. @throws Error if it belongs to none */
export function runIn(environment: Environment = process.env): Run {
  const text = environment[runVariable];
  if (text === undefined) throw new Error('This process belongs to no run.');
  if (known?.text !== text) known = { text, run: Object.freeze(JSON.parse(text)) };
  return known.run;
}

/** The file of known failures, and the day on which they are judged. */
export function knownFailuresIn(environment: Environment): Pick<Run, 'knownFailures' | 'day'> {
  return { day: today(), knownFailures: aboutRun.knownFailures.readIn(environment) };
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** The name of the target, as far as it is known before its settings are read. */
function nameIn(environment: Environment): string {
  const { TARGET_NAME: name, TARGET_URL: url = '' } = environment;
  if (isEmbedded(environment)) return embeddedName;
  return name || (URL.canParse(url) ? new URL(url).host : 'unknown');
}
