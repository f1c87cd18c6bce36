import { dump } from 'js-yaml';
import { baseContract } from '../contract/base-document.js';
import { loadTarget, TargetFileError } from '../contract/closings/read-target-file.js';
import { targetFilePath } from '../contract/closings/target-file.js';
import { withFittingExamples } from '../contract/openapi-validity.js';
import { commandLine } from '../target/environment.js';
import type { Terminal } from './program.js';

/**
 * Prints the contract of a target, in the target's words, as OpenAPI 3.1 in YAML; without a target, the contract of the
 * description and the assumptions.
 * @returns the exit code: 0, or 2 if the target has no file or a broken one
 */
export async function contractCommand(
  name: string | undefined,
  { root, print, complain }: Terminal,
): Promise<number> {
  const path = targetFilePath(name, root);
  if (name !== undefined && path === undefined) {
    complain(
      `There is no file targets/${name}.yaml: without one, the contract rests on the assumptions, and ${commandLine('contract')} prints it without a target.`,
    );
    return 2;
  }
  try {
    const contract = path === undefined ? baseContract : withFittingExamples(loadTarget(path).theirs);
    print(dump(contract, { noRefs: true, lineWidth: 120 }).trimEnd());
    return 0;
  } catch (error) {
    if (!(error instanceof TargetFileError)) throw error;
    complain(error.message);
    return 2;
  }
}
