import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'dotenv';
import { commandLine } from '../contract/documents/folders.js';
import { quote } from '../http/shown/shown-exchange.js';
import { commandSettings, hideKeys, SettingsError } from './settings.js';

/** The variable that passes `--url` on: the address of the target, whatever its settings file says. */
export const urlVariable = 'CONFORMANCE_URL';

/** The setting that is merged rather than overridden: no file can allow a host that a different place denies. */
const united = 'TARGET_DENIED_HOSTS';

/**
 * The variable whose value `none` keeps a run from reading `.env`, except for its denied hosts: a run that the project
 * starts itself, as a test, has its own target, regardless of the settings of the machine's user. A named target then
 * needs no file, because all its settings can come from the environment.
 */
export const settingsFileVariable = 'CONFORMANCE_SETTINGS_FILE';

/**
 * Merges the settings file of a target with the process environment, which takes precedence. It combines the denied
 * hosts of all sources, including `.env` if a named target has its own file.
 * @param environment the process environment; `TARGET_NAME=staging` selects `.env.staging`, otherwise `.env` if it
 * exists
 * @param folder the folder of the settings files
 * @returns a new environment; the given one stays unchanged
 * @throws SettingsError when a named target has no file
 */
export function withSettingsFile(environment: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const name = environment.TARGET_NAME;
  if (name && !/^[\w.-]+$/.test(name)) {
    throw new SettingsError(
      '--target',
      `--target takes the name of a settings file (letters, digits, dot, dash), as in --target staging for .env.staging.`,
    );
  }
  const file = name ? `.env.${name}` : '.env';
  const isOptional = environment[settingsFileVariable] === 'none';
  const url = environment[urlVariable];
  if (name && !url && !isOptional && !existsSync(resolve(folder, file)))
    throw new SettingsError(
      '--target',
      `--target ${name} needs a file ${file} in ${resolve(folder)}, with at least TARGET_URL and TARGET_API_KEY, or the option --url.`,
    );
  const isLeftOut = !name && isOptional;
  const chosen = isLeftOut ? {} : settingsIn(resolve(folder, file));
  const denied = [environment, chosen, ...(name || isLeftOut ? [settingsIn(resolve(folder, '.env'))] : [])]
    .flatMap((each) => each[united]?.split(',') ?? [])
    .map((host) => host.trim())
    .filter((host) => host !== '');
  return {
    ...chosen,
    ...environment,
    ...(url && { TARGET_URL: url }),
    ...(denied.length > 0 && { [united]: [...new Set(denied)].join(',') }),
  };
}

/**
 * Hides the keys of the environment and of all settings files in a folder from everything that this process prints: a
 * report or a comparison may be about any of these targets, whichever the command names.
 */
export function hideAllKeys(environment: NodeJS.ProcessEnv, folder: string): void {
  hideKeys(environment);
  for (const name of readdirSync(folder).filter((each) => /^\.env(?:\.|$)/.test(each)))
    try {
      hideKeys(settingsIn(resolve(folder, name)));
    } catch {
      // The command that needs this file says that it can't be read; the others never see its keys.
    }
}

function settingsIn(path: string): Readonly<Record<string, string | undefined>> {
  return existsSync(path) ? parse(readFileSync(path)) : {};
}

/**
 * Whether all tests use the same keys and share their rate limits: without a control interface, no test gets its own
 * merchant.
 */
export function sharesKeys(environment: NodeJS.ProcessEnv): boolean {
  return Boolean(environment.TARGET_URL) && !environment.TARGET_CONTROL_URL;
}

/** Whether the host of a URL is this machine, judging by its name: only then can it reach a server on loopback. */
export function isThisMachine(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
}

const usual = 'reports/latest';
const usualAgainst = join('reports', 'against');

/** The folder that a run writes to, relative to the project: CONFORMANCE_REPORTS, or `reports/latest` by default. */
export function reportsFolder(environment: NodeJS.ProcessEnv): string {
  return environment.CONFORMANCE_REPORTS || usual;
}

/** The folder of the second of two runs that are compared: `reports/against`, or `against` in CONFORMANCE_REPORTS. */
export function againstFolder(environment: NodeJS.ProcessEnv): string {
  const folder = reportsFolder(environment);
  return resolve(folder) === resolve(usual) ? usualAgainst : join(folder, 'against');
}

/** The folder that a run was asked to write to, if it writes to one next to it because a different run is going there. */
export const requestedReports = 'CONFORMANCE_REQUESTED_REPORTS';

/**
 * A folder that all runs with the same reports share, relative to the project: next to the latest run, as in
 * `reports/history`. If CONFORMANCE_REPORTS names a folder, it is inside that folder, because the suite must not write
 * outside it.
 */
export function sharedFolder(environment: NodeJS.ProcessEnv, name: string): string {
  const folder = environment[requestedReports] || reportsFolder(environment);
  const base = resolve(folder).replace(/(-\d+)+$/, '');
  const isUsual = [usual, usualAgainst].some((each) => base === resolve(each));
  return join(isUsual ? 'reports' : folder, name);
}

/** The folder that keeps past runs. */
export function historyFolder(environment: NodeJS.ProcessEnv): string {
  return sharedFolder(environment, 'history');
}

/** Whether a run prints nothing but errors, its verdict and the next step. */
export function isQuiet(environment: NodeJS.ProcessEnv): boolean {
  return environment.CONFORMANCE_QUIET === '1';
}

/**
 * The command that learns how a target fills the gaps of the description.
 * @param target its name in reports, and its URL; if the name is just the host, the command contains a placeholder
 */
export function learnCommand(target: NamedTarget): string {
  return commandLine('learn', ['--target', isNamed(target) ? target.name : 'NAME']);
}

interface NamedTarget {
  readonly name: string;
  readonly url: string;
}

/** Whether a target has a name of its own, with which `--target` finds its settings. */
export function isNamed({ name, url }: NamedTarget): boolean {
  return /^[\w.-]+$/.test(name) && !(URL.canParse(url) && new URL(url).host === name);
}

/** The command that opens the report of the run that just ended. */
export function openingCommand(environment: NodeJS.ProcessEnv): string {
  const { CONFORMANCE_REPORTS: folder } = environment;
  return [...(folder ? [assigned('CONFORMANCE_REPORTS', folder)] : []), commandLine('report')].join(' ');
}

/**
 * The command that runs the whole suite against the same target, or resumes a run of it.
 * @param args further arguments
 */
export function conformanceCommand(environment: NodeJS.ProcessEnv, ...args: readonly string[]): string {
  const { TARGET_NAME: target, CONFORMANCE_REPORTS: folder, [urlVariable]: url } = environment;
  return [
    ...targetIn(environment),
    ...(folder ? [assigned('CONFORMANCE_REPORTS', folder)] : []),
    commandLine('run', [
      ...(target ? [`--target ${target}`] : []),
      ...(url ? [`--url ${quoted(withoutSecrets(url))}`] : []),
      ...args,
    ]),
  ].join(' ');
}

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
  const { CONFORMANCE_KNOWN_FAILURES: known, [urlVariable]: url } = environment;
  return ({ path, commandsPath }: Replayed = {}) =>
    [
      ...targetIn(environment),
      ...(environment.CONFORMANCE_ANYWAY === '1' ? ['CONFORMANCE_ANYWAY=1'] : []),
      // Someone who replays a single test wants to see it fail, even if the failure is known.
      ...(known && title === undefined ? [assigned('CONFORMANCE_KNOWN_FAILURES', known)] : []),
      commandLine('run', [
        ...(target ? [`--target ${target}`] : []),
        ...(url ? [`--url ${quoted(withoutSecrets(url))}`] : []),
        ...(profile ? [`--profile ${profile}`] : []),
        `--seed ${seed}`,
        ...(environment.CONFORMANCE_STRICT === '1' ? ['--strict'] : []),
        ...(title === undefined ? [] : [`--grep ${quote(`${escaped(title)}${itsEnd}`)}`]),
        ...(path === undefined ? [] : [`--path ${path}`]),
        ...(commandsPath === undefined ? [] : [`--commands-path ${quote(commandsPath)}`]),
      ]),
    ].join(' ');
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

/** The end of a title, or its tags: a longer title belongs to a different test. */
const itsEnd = '( @|$)';

/** Playwright matches --grep as a regular expression against the title followed by its tags. */
function escaped(title: string): string {
  return title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
