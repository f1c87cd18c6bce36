import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { proofBeside } from '../report/proof-file.js';
import { liesBeside } from '../report/refresh-page.js';
import { ReportFileError, readReport } from '../report/report-file.js';
import { reportsFolder } from '../target/reports-folder.js';
import { parseReportArguments, type ReportArguments } from './report-arguments.js';

/** The environment of a command. */
export interface Surroundings {
  readonly environment: NodeJS.ProcessEnv;
  /** Whether a person uses the terminal. */
  readonly isTerminal: boolean;
  /** Prints a line to standard output. */
  readonly print: (line: string) => void;
  /** Prints a sentence to standard error. */
  readonly complain: (sentence: string) => void;
  /** Opens a file, by its absolute path, in the browser. */
  readonly open: (path: string) => Promise<unknown>;
}

/**
 * Shows the page of the last run, or builds that of a kept run; prints its path, and opens it in a terminal session.
 * @param args the arguments that a user writes after `npm run report --`
 * @returns the exit code: 2 if there is no page, with one sentence that says why
 */
export async function showReport(args: readonly string[], surroundings: Surroundings): Promise<0 | 2> {
  const { environment, isTerminal, print, complain, open } = surroundings;
  const parsed = parseReportArguments(args);
  const found = 'problem' in parsed ? parsed : await pageFor(parsed, environment);
  if ('problem' in found) {
    complain(found.problem);
    return 2;
  }
  print(found.page);
  if ('opens' in parsed && parsed.opens && isTerminal && !environment.CI)
    await open(resolve(found.page)).catch((error: Error) =>
      complain(`No browser could be started (${error.message}): open the page yourself.`),
    );
  return 0;
}

type Found = { readonly page: string } | { readonly problem: string };

async function pageFor({ file, output }: ReportArguments, environment: NodeJS.ProcessEnv): Promise<Found> {
  if (file !== undefined) return build(file, output ?? `${file.replace(/\.json$/i, '')}.html`);
  const page = join(reportsFolder(environment), 'index.html');
  return existsSync(page)
    ? { page }
    : { problem: `There is no report ${page} yet: npm run conformance makes one.` };
}

async function build(file: string, page: string): Promise<Found> {
  if (resolve(file) === resolve(page))
    return { problem: `--output names ${file}, which is the input: name another file for the page.` };
  try {
    const report = readReport(file);
    const { writePage } = await import('../report/page/write-page.js');
    mkdirSync(dirname(resolve(page)), { recursive: true });
    await writePage(report, page, { proof: proofBeside(file), linksTests: liesBeside(page) });
    return { page };
  } catch (error) {
    if (error instanceof ReportFileError) return { problem: error.message };
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== undefined)
      return { problem: `${page} can't be written (${code}): name another file with --output.` };
    return { problem: `The page of ${file} could not be built: ${message.split('\n')[0]}.` };
  }
}
