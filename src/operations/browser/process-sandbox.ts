import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Whether Chromium can sandbox its processes here. On Linux it uses namespaces, which it refuses to do as root, and
 * which containers and some distributions deny; without them, Chromium only starts if it is told not to sandbox.
 */
export async function hasProcessSandbox(): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  if (process.getuid?.() === 0) return false;
  try {
    // The kinds of namespaces that Chromium makes: user, process ids, network.
    await promisify(execFile)('unshare', ['-U', '-r', '-p', '-n', '-f', 'true'], { timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}
