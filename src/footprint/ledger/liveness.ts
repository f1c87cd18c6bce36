import { readFileSync } from 'node:fs';

/** Whether a process of this machine still goes on that belongs to a run. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  try {
    // Its number may have gone to another program since.
    return /playwright|conformance/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}
