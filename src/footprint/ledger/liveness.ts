import { readFileSync } from 'node:fs';

/** Whether a process of this machine still runs and belongs to a run. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // It exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  try {
    // Another program may have got the same number since.
    return /playwright|conformance/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}
