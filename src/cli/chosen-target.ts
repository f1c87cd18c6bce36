import { fileURLToPath } from 'node:url';
import { targetFilePath, targetFileVariable } from '../contract/closings/target-file-path.js';

/**
 * Import this, and wait for it, before anything that reads the contract: it sets the file of the target that
 * `--target NAME` or `TARGET_NAME` chooses, for this process and its children. If the file is wrong, it ends the
 * process with exit code 2 and one sentence.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const path =
  process.env[targetFileVariable] || targetFilePath(nameIn(process.argv) ?? process.env.TARGET_NAME, root);
if (path !== undefined) {
  process.env[targetFileVariable] = path;
  // Imported lazily: only runs with a target's file need it.
  const { TargetFileError } = await import('../contract/closings/read-target-file.js');
  try {
    await import('../contract/closings/target.js');
  } catch (error) {
    if (!(error instanceof TargetFileError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

function nameIn(args: readonly string[]): string | undefined {
  const index = args.findIndex((each) => each === '--target' || each.startsWith('--target='));
  return args[index]?.split('=')[1] ?? (index < 0 ? undefined : args[index + 1]);
}
