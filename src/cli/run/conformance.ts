import { statSync } from 'node:fs';
import { join } from 'node:path';
import { standardError, standardOutput } from '../../report/terminal/terminal.js';
import { reportsFolder } from '../../target/environment.js';
import { takeReports } from '../../target/folders/run-folder.js';
import { endWithParent } from '../../target/processes/ends-with-parent.js';
import { SettingsError } from '../../target/settings.js';
import type { AskedRun, Terminal } from '../program.js';
import { runPlaywright } from './playwright-process.js';

/**
 * Derives the exit code of a run from Playwright's. Playwright also ends with 1 if it doesn't know an option or finds
 * no tests to run: without a verdict, nothing can be said about the target, and the exit code is 2.
 * @param code Playwright's exit code; null if a signal ended it
 * @param hasVerdict whether this run wrote a verdict
 */
export function exitCodeOf(code: number | null, hasVerdict: boolean): number {
  if (code === null || (code === 1 && !hasVerdict)) return 2;
  return code;
}

/**
 * Runs the suite: Playwright with this project's configuration.
 * @returns the exit code: 0 conformant, 1 non-conformant, 2 nothing can be said, 3 incomplete
 */
export async function conformance(
  asked: AskedRun,
  { environment }: Pick<Terminal, 'environment'>,
): Promise<number> {
  endWithParent(environment, false);
  // A listing writes no reports.
  if (asked.playwrightArguments.includes('--list'))
    return runIn(reportsFolder(environment), asked, environment);
  let release = () => {};
  try {
    const taken = takeReports(environment, (notice) => standardOutput.say(notice));
    release = taken.release;
    return await runIn(taken.folder, asked, environment, taken.shareWith);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return refuse(error.message);
  } finally {
    release();
  }
}

async function runIn(
  folder: string,
  asked: AskedRun,
  given: NodeJS.ProcessEnv,
  onStart?: (pid: number) => void,
): Promise<number> {
  const chosen = await choiceForPlaywright(asked.playwrightArguments);
  if ('problem' in chosen) return refuse(chosen.problem);
  const environment = { ...given, ...asked.environment };
  return exitCodeIn(folder, () =>
    runPlaywright(
      (fileOf) => [
        `--config=${fileOf('playwright.config')}`,
        // Other reporters run next to the one that makes the verdict, never instead of it.
        ...chosen.args.map((each) =>
          each.startsWith('--reporter=') ? `${each},${fileOf('src/report/run/reporter')}` : each,
        ),
      ],
      environment,
      { onStart },
    ),
  );
}

/**
 * The exit code of the suite for a process of Playwright, whose own counts only if it leaves a verdict.
 * @param folder where the verdict is written
 * @param run the process, which ends with its exit code
 */
export async function exitCodeIn(folder: string, run: () => Promise<number | null>): Promise<number> {
  const verdict = join(folder, 'conformance.json');
  const before = writtenAt(verdict);
  const code = await run();
  const after = writtenAt(verdict);
  return exitCodeOf(code, after !== undefined && after !== before);
}

/** The arguments with the clauses of `--grep @8.1` as Playwright understands them. */
async function choiceForPlaywright(
  given: readonly string[],
): Promise<{ readonly args: readonly string[] } | { readonly problem: string }> {
  // Imported lazily: only a clause needs the catalogue here.
  if (!given.some((each) => each.startsWith('--grep') && /@\d/.test(each))) return { args: given };
  const { withTagsOfClauses } = await import('../../contract/requirements/clause-tags.js');
  const args: string[] = [];
  for (const each of given) {
    const made = each.startsWith('--grep') ? withTagsOfClauses(each) : { pattern: each };
    if ('problem' in made) return made;
    args.push(made.pattern);
  }
  return { args };
}

/** When the verdict was written, in milliseconds; undefined if there is none, or if its path can't be read. */
function writtenAt(file: string): number | undefined {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return undefined;
  }
}

function refuse(problem: string): 2 {
  standardError.say(problem);
  return 2;
}
