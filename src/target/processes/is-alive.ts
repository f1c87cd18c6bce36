import { readFileSync } from 'node:fs';

/** Whether a process of this machine still runs and belongs to a run. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // It exists, but belongs to a different user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  try {
    // A different program may have been given the same id since.
    return /playwright|conformance|cli.main/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}
