import { lstat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
