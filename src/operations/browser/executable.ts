import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { failureReason } from './failure-reason.js';

/** Whether a path is a file that this process may run. */
export async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/**
 * Asks a browser for its version, which fails if the system lacks a library.
 * @returns undefined if it starts, otherwise the reason why it doesn't
 */
export async function failureToStart(path: string): Promise<string | undefined> {
  // On Windows, Chrome opens a window instead.
  if (process.platform === 'win32') return undefined;
  try {
    await promisify(execFile)(path, ['--version'], { timeout: 30_000, killSignal: 'SIGKILL' });
    return undefined;
  } catch (error) {
    return failureReason(error);
  }
}
