import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { commandLine } from '../../contract/documents/folders.js';
import { Refusal } from '../../contract/refusal.js';
import { readReport, refuseOther } from '../../report/data/report-file.js';
import { liesBeside, pageIn } from '../../report/run/write-reports.js';
import type { Output } from '../../report/terminal/terminal.js';
import { reportsFolder } from '../../target/environment.js';
import type { Commands, Terminal } from '../program.js';

type AskedReport = Parameters<Commands['report']>[0];

export interface Surroundings extends Omit<Terminal, 'workingFolder' | 'say'> {
  readonly output: Output;
  /** Opens a file, by its absolute path, in the browser. */
  readonly open: (path: string) => Promise<unknown>;
}

/**
 * Shows the page of the last run, or builds the page of another one; prints its path, and opens it if a person is there.
 * @returns the exit code: that of the run if it had left no report
 * @throws Refusal if there is no page
 */
export async function showReport(asked: AskedReport, surroundings: Surroundings): Promise<number> {
  const { environment, isTerminal, print, complain, open } = surroundings;
  const { run, output } = asked;
  if (run === undefined && output !== undefined)
    throw new Refusal('--output needs a run, whose page is built: name its folder, or its conformance.json.');
  const isFolder = run !== undefined && statSync(run, { throwIfNoEntry: false })?.isDirectory() === true;
  const code =
    isFolder && !existsSync(dataIn(run))
      ? await (await import('./unfinished-run.js')).reportUnfinished(run, surroundings)
      : 0;
  // It has said why nothing could be written.
  if (isFolder && !existsSync(dataIn(run))) return code;
  const page = await pageFor(isFolder ? { output: pageIn(run), ...asked, run: dataIn(run) } : asked);
  print(page);
  if (asked.open && isTerminal && !environment.CI)
    await open(resolve(page)).catch((error: Error) =>
      complain(`No browser could be started (${error.message}): open the page yourself.`),
    );
  return code;
}

function dataIn(folder: string): string {
  return join(folder, 'conformance.json');
}

/** The path of the page; that of a run which is named is built first. */
async function pageFor({ run: file, output }: AskedReport): Promise<string> {
  if (file !== undefined) return build(file, output ?? `${file.replace(/\.json$/i, '')}.html`);
  const page = pageIn(join(reportsFolder, 'latest'));
  if (existsSync(page)) return page;
  throw new Refusal(`There is no report ${page} yet: ${commandLine('run')} makes one.`);
}

async function build(file: string, page: string): Promise<string> {
  if (resolve(file) === resolve(page))
    throw new Refusal(`--output names ${file}, which is also the input: name a different file for the page.`);
  const report = readReport(file);
  refuseOther(
    page,
    /^<!doctype html>\s*<html lang="en">\s*<head>\s*<meta charset="utf-8">\s*<meta http-equiv="Content-Sec/,
  );
  try {
    const { writePage } = await import('../../report/page/write-page.js');
    mkdirSync(dirname(page), { recursive: true });
    await writePage(report, page, liesBeside(page));
    return page;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Refusal(
      code === undefined
        ? `The page of ${file} could not be built: ${message.split('\n')[0]}.`
        : `${page} can't be written (${code}): name a different file with --output.`,
    );
  }
}
