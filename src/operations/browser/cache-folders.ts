import { lstat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * The folders in which something may be kept between runs, the best one first: in node_modules, and one of this user's
 * among the temporary files, for where node_modules can't be written.
 * @param temporary the folder of the temporary files
 * @param user the id of the user, where the system has such
 */
export async function cacheFolders(
  temporary = tmpdir(),
  user = process.getuid?.(),
): Promise<readonly string[]> {
  const inProject = join(root, 'node_modules', '.cache', 'seller-api-conformance');
  const ofUser = join(temporary, `seller-api-conformance-${user ?? 'user'}`);
  return (await belongsToAnother(ofUser, user)) ? [inProject] : [inProject, ofUser];
}

/** Anyone may make a folder of that name among the temporary files, and put a program of theirs into it. */
async function belongsToAnother(folder: string, user: number | undefined): Promise<boolean> {
  try {
    return (await lstat(folder)).uid !== user;
  } catch {
    return false;
  }
}
