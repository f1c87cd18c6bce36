import { join } from 'node:path';
import { reportsFolder } from '../target/reports-folder.js';
import { journalName, readJournal } from './evidence-journal.js';
import { leftIn } from './run-in-progress.js';

/** Environment variable that makes a run continue the one whose journal is in the folder of its reports. */
export const resumeVariable = 'CONFORMANCE_RESUMES';

/** Whether a run continues an interrupted one. */
export function resumes(environment: NodeJS.ProcessEnv): boolean {
  return environment[resumeVariable] === '1';
}

/**
 * Selects the remaining tests of a resumed run: the part of Playwright's configuration that leaves the other tests
 * out of every project. A reporter can't do this, because it can't change the tests of projects that come after
 * another.
 * @returns nothing if the run doesn't resume another
 */
export function leftTests(environment: NodeJS.ProcessEnv): { readonly grep?: RegExp } {
  // Playwright tells workers which tests to run.
  if (!resumes(environment) || environment.TEST_WORKER_INDEX !== undefined) return {};
  const left = leftIn(readJournal(join(reportsFolder(environment), journalName)));
  return { grep: matchingOne(left.map(({ path }) => path)) };
}

/** Playwright adds the tags of a test after its titles. */
function matchingOne(paths: readonly string[]): RegExp {
  const each = paths.map((path) => path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^ ?(?:${each.join('|')})(?: @|$)`);
}
