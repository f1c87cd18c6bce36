import { readFileSync } from 'node:fs';

/** Whether a process of this machine still runs and belongs to a run. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A different program may have been given the same id since.
    return /playwright|conformance|cli.main/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // It exists, but belongs to a different user, or to a system that has no such file.
    return code === 'EPERM' || (code === 'ENOENT' && process.platform !== 'linux');
  }
}
