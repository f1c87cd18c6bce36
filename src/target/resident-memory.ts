import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const bytesOfKilobyte = 1024;

/**
 * The resident memory of a process at the moment, in bytes.
 * @param pid the id of a process on this machine
 * @throws Error when there is no such process, or the system doesn't report its memory
 */
export async function residentMemory(pid: number): Promise<number> {
  const kilobytes = process.platform === 'linux' ? await fromProc(pid) : await fromPs(pid);
  if (!Number.isFinite(kilobytes) || kilobytes <= 0)
    throw new Error(`The system doesn't report how much memory process ${pid} uses.`);
  return kilobytes * bytesOfKilobyte;
}

async function fromProc(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
}

async function fromPs(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim());
}
