import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Whether Chromium can lock its processes in here. On Linux it does so by namespaces, which it refuses to do as root,
 * and which containers and some distributions deny; without them Chromium starts only when it is told to do without.
 */
export async function hasProcessSandbox(): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  if (process.getuid?.() === 0) return false;
  try {
    // The namespaces that Chromium makes: user, process ids, network.
    await promisify(execFile)('unshare', ['-U', '-r', '-p', '-n', '-f', 'true'], { timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}
