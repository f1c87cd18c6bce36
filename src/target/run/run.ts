import { randomBytes } from 'node:crypto';
import { Refusal } from '../../contract/refusal.js';
import { isEmbedded, outputVariable, sharedFolders } from '../environment.js';
import { newRunFolder } from '../folders/run-folder.js';
import type { PreflightReport } from '../preflight/preflight-report.js';
import { type Environment, newSeed, readAll } from '../setting.js';
import { aboutRun, embeddedName, publicSettings } from '../settings.js';
import { commandsAfter } from './commands.js';
import type { TestChoice } from './test-choice.js';

/** Whether a prefix is a run's: too long to occur in other people's data by chance, and never the beginning of another. */
export function isRunPrefix(prefix: string): boolean {
  return /^ct-[a-z0-9]{4,16}-$/.test(prefix);
}

/** The prefix that a test of the suite wants; undefined if there is none, or other people's things could begin with it. */
export function prefixIn({ CONFORMANCE_RUN_PREFIX: wanted = '' }: Environment): string | undefined {
  return isRunPrefix(wanted) ? wanted : undefined;
}

/**
 * A run, as its settings and its command line describe it: resolved once, by Playwright's configuration, and handed on
 * to the reporter and the workers. It has no secret: these stay in the environment, like the settings of the target.
 */
export type Run = Readonly<ReturnType<typeof beginRun>>;

/** What the configuration and the global setup add before the workers start. */
interface Prepared {
  /** Address of the server at which the workers share rate limits, orders and drafts. */
  readonly address?: string;
  readonly preflight?: PreflightReport;
}

/** The variable that hands the run on to the processes that this one starts. */
const runVariable = 'CONFORMANCE_RUN';

/**
 * Resolves the run that this process begins.
 * @param environment with the settings of the target; changed in place, so that workers inherit the run
 * @param choice what its arguments ask for
 * @throws Refusal if the run can't begin
 */
export function beginRun(environment: NodeJS.ProcessEnv, choice: TestChoice) {
  const { TARGET_URL: url, TARGET_CONTROL_URL: controlUrl, [outputVariable]: output } = environment;
  const sharesKeys = Boolean(url) && !controlUrl;
  if (sharesKeys && choice.shard !== undefined)
    throw new Refusal(
      '--shard needs a control interface (TARGET_CONTROL_URL), which gives each test a merchant of its own: on the keys of one merchant, several machines send no more than one.',
    );
  // An address may hold a password or a key, and the commands after a run show it.
  for (const { readIn } of publicSettings) readIn(environment);
  const settings = readAll(aboutRun, environment);
  const seed = settings.seed ?? (environment.CI ? 1 : newSeed());
  const prepared: Prepared = {};
  const run = {
    ...settings,
    seed,
    ...knownFailuresIn(environment),
    choice,
    /** Whether all tests use the same keys and share their rate limits: without a control interface, none gets its own. */
    sharesKeys,
    /** Prefix of every name that the run creates. */
    prefix: prefixIn(environment) ?? `ct-${randomBytes(3).toString('hex')}-`,
    /** Letters and digits by which each process recognises the keys that the target makes for the run. */
    mark: randomBytes(8).toString('hex'),
    /** The path of the counterexample that it replays. */
    replayed: environment.CONFORMANCE_PATH,
    /** Its own folder, for its reports, and those that all runs share. */
    folders: { reports: output ?? newRunFolder(nameIn(environment)), ...sharedFolders },
    commands: commandsAfter({ ...environment, CONFORMANCE_SEED: String(seed) }, choice),
    prepared,
  };
  handOn(run, environment);
  return run;
}

/**
 * Why a run can't replay its counterexample, which belongs to one test.
 * @param chosen the number of tests that were chosen
 * @returns one sentence; undefined if it can, or if it replays nothing
 */
export function unclearReplay({ replayed }: Pick<Run, 'replayed'>, chosen: number): string | undefined {
  if (replayed === undefined || chosen <= 1) return undefined;
  return `--path replays one test, but ${chosen} tests were chosen: name one with --grep, as its finding does.`;
}

/** Lets the processes that this one starts, and its reporter, see what the global setup has prepared. */
export function prepare(prepared: Prepared, environment: NodeJS.ProcessEnv): void {
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

/** The run that this process belongs to. @throws Error if it belongs to none */
export function runIn({ [runVariable]: run }: Environment = process.env): Run {
  if (run === undefined) throw new Error('This process belongs to no run.');
  return JSON.parse(run);
}

/** The file of known failures, and the day on which they are judged. */
export function knownFailuresIn(environment: Environment) {
  return {
    knownFailures: aboutRun.knownFailures.readIn(environment),
    /** As `2030-01-31`, UTC: a known failure must not expire in only some of the workers. */
    day: new Date().toISOString().slice(0, 10),
  };
}

/** The name of the target, as far as it is known before its settings are read. */
function nameIn(environment: Environment): string {
  const { TARGET_NAME: name, TARGET_URL: url = '' } = environment;
  if (isEmbedded(environment)) return embeddedName;
  return name || (URL.canParse(url) ? new URL(url).host : 'unknown');
}
