import { fileURLToPath } from 'node:url';
import { dump } from 'js-yaml';
import { baseContract, type JsonObject } from '../contract/base-document.js';
import { withFittingExamples } from '../contract/closings/fitting-examples.js';
import { loadTarget } from '../contract/closings/load-target.js';
import { TargetFileError } from '../contract/closings/read-target-file.js';
import { targetFilePath } from '../contract/closings/target-file-path.js';
import { parseContractArguments } from './contract-arguments.js';

/**
 * `npm run contract -- --target NAME`: prints the contract of a target, in the target's words, as OpenAPI 3.1 in
 * YAML; without a target, that of the description and the assumptions. Exit code 0, or 2 if the target has no file or
 * a broken one.
 */
// A reader that wants only the beginning, such as `| head`, closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});
const root = fileURLToPath(new URL('../..', import.meta.url));
const asked = parseContractArguments(process.argv.slice(2));
if ('problem' in asked) refuse(asked.problem);
process.stdout.write(dump(contractOf(asked.target), { noRefs: true, lineWidth: 120 }));

function contractOf(name: string | undefined): JsonObject {
  if (name === undefined) return baseContract;
  const path = targetFilePath(name, root);
  if (path === undefined)
    return refuse(
      `There is no file targets/${name}.yaml: the target fills every gap as assumed, and npm run contract prints that contract.`,
    );
  try {
    return withFittingExamples(loadTarget(path).theirs);
  } catch (error) {
    if (error instanceof TargetFileError) return refuse(error.message);
    throw error;
  }
}

function refuse(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}
