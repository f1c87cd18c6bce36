import { join } from 'node:path';
import { reportsFolder } from '../target/reports-folder.js';
import { journalName, readJournal } from './evidence-journal.js';
import { leftIn } from './run-in-progress.js';

/** Environment variable that makes a run go on with the one whose journal lies in the folder of its reports. */
export const resumeVariable = 'CONFORMANCE_RESUMES';

/** Whether a run goes on with an interrupted one. */
export function resumes(environment: NodeJS.ProcessEnv): boolean {
  return environment[resumeVariable] === '1';
}

/**
 * What the tests that are left of a resumed run are told by: the part of Playwright's configuration that leaves the others
 * out of every project. A reporter can't do it, as what comes after another project is not its to change.
 * @returns nothing for a run that resumes none
 */
export function leftTests(environment: NodeJS.ProcessEnv): { readonly grep?: RegExp } {
  // Workers are told which tests to run.
  if (!resumes(environment) || environment.TEST_WORKER_INDEX !== undefined) return {};
  const left = leftIn(readJournal(join(reportsFolder(environment), journalName)));
  return { grep: matchingOne(left.map(({ path }) => path)) };
}

/** Behind the titles of a test stand its tags. */
function matchingOne(paths: readonly string[]): RegExp {
  const each = paths.map((path) => path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^ ?(?:${each.join('|')})(?: @|$)`);
}
