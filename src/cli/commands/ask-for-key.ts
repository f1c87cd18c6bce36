import type { Readable, Writable } from 'node:stream';
import { printable } from '../../http/shown/printable.js';
import { secretsOfProcess } from '../../http/shown/secrets.js';
import { withSettingsFile } from '../../target/environment.js';

/** Where the question appears, and where its answer comes from; by default, the terminal of this process. */
interface Streams {
  readonly input?: Readable;
  readonly output?: Writable;
}

/**
 * Asks for the API key if the target has an address but no key, and puts the answer into the environment: a key never
 * is an argument, because other users of a machine see the arguments of its processes.
 * @param environment changed in place
 * @param folder the folder of the settings files
 * @returns whether the command can go on; false if nothing was answered
 */
export async function askForKey(
  environment: NodeJS.ProcessEnv,
  folder: string,
  streams: Streams = {},
): Promise<boolean> {
  const { TARGET_URL: url, TARGET_API_KEY: key, TARGET_CONTROL_URL: control } = settings(environment, folder);
  if (!url || key || control) return true;
  // Imported lazily: most commands have a key.
  const { isCancel, password } = await import('@clack/prompts');
  const answer = await password({
    message: `API key for ${printable(url)} (TARGET_API_KEY is not set)`,
    validate: (given) => (given?.trim() ? undefined : 'Enter the key, or press Ctrl-C.'),
    ...streams,
  });
  if (isCancel(answer)) return false;
  environment.TARGET_API_KEY = answer.trim();
  secretsOfProcess.add(answer.trim());
  return true;
}

/** The settings of the target; none if its file is missing, which the command itself reports. */
function settings(environment: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  try {
    return withSettingsFile(environment, folder);
  } catch {
    return {};
  }
}
