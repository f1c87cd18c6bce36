import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { standardError, standardOutput } from '../../report/terminal/terminal.js';
import { outputVariable } from '../../target/environment.js';
import { journalName, runFolderOf } from '../../target/folders/run-folder.js';
import { endWithParent } from '../../target/processes/ends-with-parent.js';
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
  { environment, complain }: Pick<Terminal, 'environment' | 'complain'>,
): Promise<number> {
  endWithParent(environment, false);
  const chosen = await choiceForPlaywright(asked.playwrightArguments);
  if ('problem' in chosen) return refuse(chosen.problem);
  let pid = 0;
  const code = await runPlaywright(
    (fileOf) => [
      `--config=${fileOf('playwright.config')}`,
      // Other reporters run next to the one that makes the verdict, never instead of it.
      ...chosen.args.map((each) =>
        each.startsWith('--reporter=') ? `${each},${fileOf('src/report/run/reporter')}` : each,
      ),
    ],
    environment,
    {
      onStart: (started) => {
        pid = started;
      },
    },
  );
  const folder = environment[outputVariable] ?? runFolderOf(pid);
  const has = (name: string) => folder !== undefined && existsSync(join(folder, name));
  if (code !== null || !has(journalName) || folder === undefined) {
    if (code === null || code > 3) complain('The run ended before its first test: start it again.');
    return exitCodeOf(code, has('conformance.json'));
  }
  const { reportUnfinished } = await import('../commands/unfinished-run.js');
  return reportUnfinished(folder, { environment, complain, output: standardOutput });
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

function refuse(problem: string): 2 {
  standardError.say(problem);
  return 2;
}
