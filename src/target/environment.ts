import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'dotenv';
import { SettingsError } from './settings.js';

/**
 * Merges the settings file of a target under the process environment, which wins.
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
  const path = resolve(folder, file);
  if (!existsSync(path)) {
    if (!name) return { ...environment };
    throw new SettingsError(
      '--target',
      `--target ${name} needs a file ${file} beside package.json; copy .env.example and fill it in.`,
    );
  }
  return { ...parse(readFileSync(path)), ...environment };
}
