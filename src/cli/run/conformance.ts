import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { targetFileIn } from '../../contract/mapping/file/target-file.js';
import { Refusal } from '../../contract/refusal.js';
import { standardOutput } from '../../report/terminal/terminal.js';
import { isEmbedded, outputVariable, withSettingsFile } from '../../target/environment.js';
import { journalName, runFolderOf } from '../../target/folders/run-folder.js';
import { endWithParent } from '../../target/processes/ends-with-parent.js';
import type { AskedRun, Terminal } from '../program.js';
import { runPlaywright } from './playwright-process.js';

/**
 * Runs the suite: Playwright with this project's configuration.
 * @returns the exit code: 0 conformant, 1 non-conformant, 2 nothing can be said, 3 incomplete
 * @throws Refusal if the run ended without a verdict
 */
export async function conformance(asked: AskedRun, terminal: Terminal): Promise<number> {
  const { environment, complain, workingFolder } = terminal;
  endWithParent(environment, false);
  // Playwright would report a wrong file in its own words: in a bundle, other modules read it before the configuration.
  if (targetFileIn(environment) !== undefined) await import('./refuse-wrong-target.js');
  const chosen = await choiceForPlaywright(asked.playwrightArguments);
  const { code, pid, isCutShort } = await runPlaywright(
    (fileOf) => [
      `--config=${fileOf('playwright.config')}`,
      // Other reporters run next to the one that makes the verdict, never instead of it.
      ...chosen.map((each) =>
        each.startsWith('--reporter=') ? `${each},${fileOf('src/report/run/reporter')}` : each,
      ),
    ],
    environment,
  );
  const folder = environment[outputVariable] ?? runFolderOf(pid) ?? '';
  const has = (name: string) => existsSync(join(folder, name));
  const verdict = async () => {
    if (code !== null && code <= 3) return verdictIn(code, has('conformance.json'));
    if (!has(journalName)) throw new Refusal('The run ended before its first test: start it again.');
    const { reportUnfinished } = await import('../commands/unfinished-run.js');
    return reportUnfinished(folder, { environment, complain, output: standardOutput });
  };
  const exitCode = await verdict();
  if (isCutShort && !isEmbedded(withSettingsFile(environment, workingFolder))) {
    const { cleanupCommand } = await import('../commands/cleanup-command.js');
    await cleanupCommand(terminal, pid);
  }
  return exitCode;
}

/**
 * The exit code of a run whose reporter came to its end. Playwright also ends with 1 if it doesn't know an option or
 * finds no tests to run, and has said so.
 * @throws Refusal in that case
 */
export function verdictIn(code: number, hasVerdict: boolean): number {
  if (code !== 1 || hasVerdict) return code;
  throw new Refusal('Playwright ran no test, and says above why.');
}

/** The arguments with the clauses of `--grep @8.1` as Playwright understands them. */
async function choiceForPlaywright(given: readonly string[]): Promise<readonly string[]> {
  const hasClause = (each: string) => each.startsWith('--grep') && /@\d/.test(each);
  // Imported lazily: only a clause needs the catalogue here.
  if (!given.some(hasClause)) return given;
  const { withTagsOfClauses } = await import('../../contract/requirements/clause-tags.js');
  return given.map((each) => (hasClause(each) ? withTagsOfClauses(each) : each));
}
