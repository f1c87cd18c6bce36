import { open, realpath } from 'node:fs/promises';
import { basename } from 'node:path';

const longestScript = 4096;

/**
 * Whether a program is a snap, or a script that does nothing but start one. A snap has its own /tmp and doesn't see
 * hidden folders: it would find neither the profile nor the pages that a test gives it.
 * @param path of a program that exists
 */
export async function isSnap(path: string): Promise<boolean> {
  if (basename(await realpath(path)) === 'snap') return true;
  const start = await startOf(path);
  return start.startsWith('#!') && start.includes('/snap/bin/');
}

/** The beginning of a file; empty if it may be run but not read, which no script allows. */
async function startOf(path: string): Promise<string> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(longestScript), 0, longestScript, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } catch {
    return '';
  }
}
