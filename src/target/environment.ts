import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'dotenv';
import { SettingsError } from './settings.js';

/** The setting that no file can take back: what one place denies stays denied. */
const united = 'TARGET_DENIED_HOSTS';

/**
 * The variable by which `none` keeps a run from reading `.env`, but for what that denies: a run that the project starts
 * itself, as a test, has a target of its own, whatever the machine's user set up for theirs. A target that it names needs no
 * file, because all its settings can come from the environment.
 */
export const settingsFileVariable = 'CONFORMANCE_SETTINGS_FILE';

/**
 * Merges the settings file of a target under the process environment, which wins. Denied hosts are united, from `.env` too where another file is chosen.
 * @param environment the process environment; `TARGET_NAME=staging` chooses `.env.staging`, else `.env` is read where it exists
 * @param folder where the files lie
 * @returns a new environment; nothing is changed in place
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
  if (name && !isOptional && !existsSync(resolve(folder, file)))
    throw new SettingsError(
      '--target',
      `--target ${name} needs a file ${file} beside package.json; copy .env.example and fill it in.`,
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
    ...(denied.length > 0 && { [united]: [...new Set(denied)].join(',') }),
  };
}

function settingsIn(path: string): Readonly<Record<string, string | undefined>> {
  return existsSync(path) ? parse(readFileSync(path)) : {};
}

/**
 * Whether all tests work with the same keys, and share their rate limits: without a control interface no test can be given
 * a merchant of its own.
 */
export function sharesKeys(environment: NodeJS.ProcessEnv): boolean {
  return Boolean(environment.TARGET_URL) && !environment.TARGET_CONTROL_URL;
}
