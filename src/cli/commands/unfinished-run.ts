import { join } from 'node:path';
import { target } from '../../contract/documents/document.js';
import { commandLine } from '../../contract/documents/folders.js';
import { Refusal } from '../../contract/refusal.js';
import { hidingKeys } from '../../http/shown/printable.js';
import { buildReport, targetFileReport } from '../../report/data/build-report.js';
import { readJournal } from '../../report/run/evidence-journal.js';
import { liesBeside, pageIn, writeReports } from '../../report/run/write-reports.js';
import type { Output } from '../../report/terminal/terminal.js';
import { terminalSummary } from '../../report/terminal/terminal-summary.js';
import { isNamed, outputVariable } from '../../target/environment.js';
import { journalName } from '../../target/folders/run-folder.js';
import { commandsAfter } from '../../target/run/commands.js';
import { knownFailuresIn } from '../../target/run/run.js';
import { readableKnownFailures } from '../../verdicts/known-failures/known-failures.js';
import type { Terminal } from '../program.js';

/**
 * Makes the report of a run that was killed, or whose reports could not be written, from the evidence in its folder.
 * @returns the exit code of that run: 3, unless it found a violation
 * @throws Refusal if the evidence can't be read or reported, with one sentence
 */
export async function reportUnfinished(
  folder: string,
  { environment, output, complain }: Pick<Terminal, 'environment' | 'complain'> & { readonly output: Output },
): Promise<number> {
  const run = readJournal(join(folder, journalName));
  const [then, now] = [run.target.file, targetFileReport(target)];
  if (then?.digest !== now?.digest)
    throw new Refusal(
      `The run in ${folder} had ${then?.path ?? 'no file of its target'}${then && ` (digest ${then.digest})`}: restore it to report that run.`,
    );
  const report = buildReport({
    ...run,
    knownFailures: readableKnownFailures(knownFailuresIn(environment), run.target.name),
  });
  const written = await writeReports(report, { folder, linksTests: liesBeside(pageIn(folder)) }, hidingKeys);
  for (const problem of written.problems) complain(problem);
  const { report: open } = commandsAfter({ [outputVariable]: folder });
  const again = commandLine('run', isNamed(run.target) ? ['--target', run.target.name] : []);
  output.print(terminalSummary(written.report, { file: written.file, ways: { report: open, again } }));
  return written.report.exitCode;
}
