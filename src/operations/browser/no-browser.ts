import { lstat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Thrown if there is no browser; its message is one sentence that says how to get one. */
export class NoBrowser extends Error {
  override readonly name = 'NoBrowser';
}

/** What a user can always do, as the end of such a sentence. */
export const wayOut =
  'run `npx playwright install chromium`, or set CONFORMANCE_BROWSER to the path of a Chromium or Chrome';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * The folders that may keep things between runs, the best one first: one in node_modules, and one of this user's
 * among the temporary files, in case node_modules can't be written.
 * @param temporary the folder for temporary files
 * @param user the id of the user, if the system has user ids
 */
export async function cacheFolders(
  temporary = tmpdir(),
  user = process.getuid?.(),
): Promise<readonly string[]> {
  const inProject = join(root, 'node_modules', '.cache', 'seller-api-conformance');
  const ofUser = join(temporary, `seller-api-conformance-${user ?? 'user'}`);
  return (await belongsToAnother(ofUser, user)) ? [inProject] : [inProject, ofUser];
}

/** Anyone may create a folder with that name among the temporary files, and put their own program into it. */
async function belongsToAnother(folder: string, user: number | undefined): Promise<boolean> {
  try {
    return (await lstat(folder)).uid !== user;
  } catch {
    return false;
  }
}

/** The fields of an error from Node.js about a program that failed, or a file that could not be read or written. */
interface Failure extends Error {
  readonly code?: unknown;
  readonly killed?: unknown;
  readonly stderr?: unknown;
}

/**
 * Why a program could not be run, or a file not be written, in a few words.
 * @param error what `execFile` or a function of `node:fs` threw
 */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, killed, stderr }: Failure = error;
  if (killed === true) return 'it took too long';
  const said = /^.*error\b.*$/im.exec(String(stderr ?? ''))?.[0].trim();
  // Node.js prints an error that has more fields in brackets.
  if (said !== undefined) return said.replace(/^\[|\] \{$/g, '');
  return typeof code === 'string' ? code : (error.message.split('\n')[0] ?? error.name);
}
