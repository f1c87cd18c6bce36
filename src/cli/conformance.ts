import './chosen-target.js';

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ContractError } from '../contract/contract-error.js';
import { withSettingsFile } from '../target/environment.js';
import { reportsFolder } from '../target/reports-folder.js';
import { type ConformanceArguments, parseConformanceArguments } from './conformance-arguments.js';
import { exitCodeOf } from './exit-code.js';
import { runPlaywright } from './playwright-process.js';

/**
 * `npm run conformance`: Playwright with this project's configuration. Handles the suite's own options and passes all
 * others on. The exit code is that of the run: 0 conformant, 1 non-conformant, 2 nothing can be said, 3 incomplete.
 */
const parsed = parseConformanceArguments(process.argv.slice(2));
if ('problem' in parsed) refuse(parsed.problem);
const resumed = parsed.resumes ? await resumption(parsed) : { environment: {} };
if ('problem' in resumed) refuse(resumed.problem);

const brokenContract = await contractProblem();
if (brokenContract !== undefined) refuse(`Verdict: nothing can be said: ${brokenContract}.`);

const verdict = join(reportsFolder(process.env), 'conformance.json');
const writtenAt = () => {
  try {
    return statSync(verdict).mtimeMs;
  } catch {
    // The folder is missing or not writable: the code that writes there reports it.
    return undefined;
  }
};
const writtenBefore = writtenAt();
const code = await runPlaywright(parsed.playwrightArguments, {
  ...parsed.environment,
  ...resumed.environment,
});
const written = writtenAt();
process.exit(exitCodeOf(code, written !== undefined && written !== writtenBefore));

async function resumption(asked: ConformanceArguments) {
  // Imported lazily: only --resume needs it.
  const { resumedEnvironment } = await import('./resume.js');
  const root = fileURLToPath(new URL('../..', import.meta.url));
  return resumedEnvironment(asked, process.env, (environment) => withSettingsFile(environment, root));
}

/** The reason why the contract can't be read at all; the run validates the rest of it when it starts. */
async function contractProblem(): Promise<string | undefined> {
  try {
    await import('../contract/operations.js');
    return undefined;
  } catch (error) {
    if (error instanceof ContractError) return error.message;
    throw error;
  }
}

function refuse(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}
