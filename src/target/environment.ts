import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'dotenv';
import { commandLine } from '../contract/documents/folders.js';
import { Refusal } from '../contract/refusal.js';
import { type Environment, listOf, textOfFile } from './setting.js';
import { hideKeys } from './settings.js';

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

/** The names of settings. */
const ours = /^(?:TARGET|CONFORMANCE)_/;

/** Removes the settings that are empty, as a CI server leaves those for which it has no value: they are not set. */
export function unsetEmpty(environment: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(environment))
    if (ours.test(name) && value?.trim() === '') Reflect.deleteProperty(environment, name);
}

/**
 * Merges the settings file of a target with the process environment, which takes precedence. It combines the denied
 * hosts of all sources, including `.env` if a named target has its own file.
 * @param environment the process environment; `TARGET_NAME=staging` selects `.env.staging`, otherwise `.env` if it
 * exists
 * @param folder the folder of the settings files
 * @returns a new environment; the given one stays unchanged
 * @throws Refusal when a named target has neither a file nor an address
 */
export function withSettingsFile(environment: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const { TARGET_NAME: name, [urlVariable]: url } = environment;
  const isOptional = environment[settingsFileVariable] === 'none';
  const file = name ? `.env.${name}` : '.env';
  const path = resolve(folder, file);
  if (name && !url && !environment.TARGET_URL && !isOptional && !existsSync(path))
    throw new Refusal(
      `--target ${name} needs TARGET_URL and TARGET_API_KEY, in a file ${file} in ${resolve(folder)} or in the environment; the address may also come from --url.`,
    );
  const chosen = !name && isOptional ? {} : settingsIn(path);
  // Some of these variables name programs that a run starts, or weaken its verdict.
  const stray = Object.keys(chosen).find((each) => each.startsWith('CONFORMANCE_'));
  if (stray !== undefined)
    throw new Refusal(
      `${file} sets ${stray}, but a settings file holds only settings that begin with TARGET_: set it in the environment, or leave it out.`,
    );
  const usual = settingsIn(resolve(folder, '.env'));
  const hosts = [environment, chosen, usual].flatMap((each) => listOf(each[united] ?? ''));
  return {
    ...chosen,
    ...environment,
    ...(url && { TARGET_URL: url }),
    ...(hosts.length > 0 && { [united]: [...new Set(hosts)].join(',') }),
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

/** The settings in a file. Its other variables belong to other programs. */
function settingsIn(path: string): Environment {
  // A folder with this name is often a Python virtual environment.
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return {};
  const variables = Object.entries(parse(textOfFile(path)));
  return Object.fromEntries(variables.filter(([name]) => ours.test(name)));
}

/**
 * Whether a run tests the embedded sandbox: no other target is set, or the sandbox has already become the target. A
 * target with a name, a key or leave to write, and no address, is a mistake, which the settings report.
 */
export function isEmbedded(environment: Environment): boolean {
  const isSet = ['TARGET_URL', 'TARGET_NAME', 'TARGET_API_KEY'].some((name) => environment[name]);
  return environment.CONFORMANCE_EMBEDDED !== undefined || !(isSet || environment.TARGET_WRITES === 'allow');
}

/** Whether the host of a URL is this machine, judging by its name: only then can it reach a server on loopback. */
export function isThisMachine(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
}

/** The folder of everything that runs leave, in that of the user. */
export const reportsFolder = 'reports';

/** The folder of what `npm run prove` found out about the suite. */
export const proofFolder = 'reports/proof';

/** The variable that hands on `--output`: the folder of the run itself. */
export const outputVariable = 'CONFORMANCE_OUTPUT';

/** The folders that all runs share. */
export const sharedFolders = {
  /** Where past runs are kept. */
  history: join(reportsFolder, 'history'),
  /** Where runs enter what they create, with a folder for each target. No run removes it. */
  ledger: join(reportsFolder, 'ledger'),
};

export type SharedFolders = typeof sharedFolders;

/** The name of a target in reports, and its address, as settings or reports have it. */
type NamedTarget = Readonly<{ name: string; baseUrl?: string; url?: string }>;

/**
 * The command that learns how a target fills the gaps of the description; if the name of the target is just the host, it
 * contains a placeholder.
 */
export function learnCommand(target: NamedTarget): string {
  return commandLine('learn', ['--target', isNamed(target) ? target.name : 'NAME']);
}

/** Whether a target has a name of its own, with which `--target` finds its settings. */
export function isNamed({ name, baseUrl = '', url = baseUrl }: NamedTarget): boolean {
  return /^[\w.-]+$/.test(name) && !(URL.canParse(url) && new URL(url).host === name);
}
