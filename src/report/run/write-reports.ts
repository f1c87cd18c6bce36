import { appendFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandLine } from '../../contract/documents/folders.js';
import { journalName } from '../../target/folders/run-folder.js';
import { type ConformanceReport, trendAfter } from '../data/conformance-report.js';
import { keepRun, mostKept, previousRun, saysSomething } from '../data/history.js';
import { writeAtomically } from '../data/own-file.js';
import { parseReport } from '../data/report-file.js';
import { changesSince } from '../differences/changes.js';
import { markdownSummary } from '../terminal/markdown-summary.js';

export interface ReportPlaces {
  readonly folder: string;
  /** The folder of the kept runs; absent if this run is neither compared nor kept. */
  readonly history?: string | undefined;
  /** A file that a CI server shows, to which the summary is appended. */
  readonly stepSummary?: string;
  /** Whether Playwright's report is next to the page, or will be, so that tests can link to it. */
  readonly linksTests?: boolean;
}

export interface WrittenReports {
  /** The report, with the changes since the previous run; nothing can be said if it is not saved. */
  readonly report: ConformanceReport;
  /** Path of the report to open; empty if none is saved. */
  readonly file: string;
  /** A sentence for each thing that could not be written. */
  readonly problems: readonly string[];
}

/**
 * Writes the reports of a run: conformance.json, the run in the history, the page, the summary. If one of them can't
 * be written, the others still are, and a sentence says so; nothing is thrown.
 * @param report the run, without a comparison
 * @param redact replaces secrets in a string
 */
export async function writeReports(
  report: ConformanceReport,
  { folder, history, stepSummary, linksTests = false }: ReportPlaces,
  redact: (text: string) => string,
): Promise<WrittenReports> {
  const { json, page, summary } = filesIn(folder);
  const problems: string[] = [];
  /** Performs one action and returns whether it succeeded; if not, a sentence says what could not be done, and why. */
  const attempt = async (what: string, action: () => void | Promise<void>, wayOut = '') => {
    try {
      await action();
      return true;
    } catch (error) {
      problems.push(redact(`${what}: ${reasonIn(error)}${wayOut}.`));
      return false;
    }
  };

  let compared = report;
  if (history !== undefined)
    await attempt('The run could not be compared with the previous one', () => {
      compared = withComparison(report, history);
    });
  let text = '';
  const again = commandLine('report', [folder]);
  const wayOut = existsSync(join(folder, journalName)) ? `then ${again} gives it` : 'and try again';
  const isSaved = await attempt(
    `The verdict, ${compared.verdict}, is not saved, because ${json} could not be written`,
    () => {
      text = `${redact(JSON.stringify(compared, null, 2))}\n`;
      writeAtomically(json, text);
    },
    `; put that right, ${wayOut}`,
  );
  if (!isSaved) {
    const reason = problems.pop() ?? '';
    return {
      report: { ...compared, verdict: 'nothing can be said', exitCode: 2, reason },
      file: '',
      problems,
    };
  }
  // The text of the file is free of secrets.
  const shown = () => parseReport(text, json);
  if (history !== undefined)
    await attempt(
      `The run could not be kept in ${history}`,
      () => keepRun(history, shown()),
      '; no later run will be compared with it',
    );
  const writesPage = async () => {
    // Imported lazily, so that a page that can't be loaded doesn't hide the verdict.
    const { writePage } = await import('../page/write-page.js');
    await writePage(shown(), page, linksTests);
  };
  const hasPage = await attempt(
    `${page} could not be written`,
    writesPage,
    `; put that right, then ${again} makes it`,
  );
  await attempt(
    `${summary} could not be written`,
    () => writeAtomically(summary, markdownSummary(shown())),
    `; ${json} has the same content as data`,
  );
  if (stepSummary)
    await attempt(
      `${stepSummary}, which GITHUB_STEP_SUMMARY names, could not be written`,
      () => appendFileSync(stepSummary, `\n${markdownSummary(shown())}`),
      `; see ${summary}`,
    );
  return { report: compared, file: hasPage ? page : json, problems };
}

/** Whether Playwright's report is where the page would link to it. */
export function liesBeside(page: string): boolean {
  return existsSync(join(dirname(page), 'playwright', 'index.html'));
}

/** The page of the run whose reports are in a folder. */
export function pageIn(folder: string): string {
  return filesIn(folder).page;
}

function filesIn(folder: string) {
  return {
    json: join(folder, 'conformance.json'),
    page: join(folder, 'index.html'),
    summary: join(folder, 'summary.md'),
  };
}

function withComparison(report: ConformanceReport, history: string): ConformanceReport {
  if (!saysSomething(report)) return report;
  const before = previousRun(history, report);
  if (before === undefined) return report;
  return { ...report, since: changesSince(before, report), trend: trendAfter(before).slice(-mostKept) };
}

/** The first line of an error, without its full stop. */
function reasonIn(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.replace(/\.$/, '');
}
