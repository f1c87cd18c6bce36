import type { ConformanceReport } from '../conformance-report.js';
import { type DetectionReport, writeAtomically } from '../report-file.js';
import { bundles } from './bundles.js';
import { htmlDocument } from './html-document.js';

/** The inputs of a page other than its run. */
export interface PageOptions {
  /** The last proof of the suite, if there is one: it names the faults that each check caught. */
  readonly proof?: DetectionReport | undefined;
  /** Whether Playwright's report is next to the page, in `playwright/`, so that tests can link to it. */
  readonly linksTests: boolean;
}

/**
 * Writes the report that people read: one HTML file that needs no other file and sends no request. It is readable
 * without scripts; scripts add views, filters and copy buttons.
 * @param report of the run, as in conformance.json: it contains no secrets
 * @param file where to write; an existing file is replaced
 * @throws if the file can't be written, or the page can't be bundled
 */
export async function writePage(
  report: ConformanceReport,
  file: string,
  options: PageOptions,
): Promise<void> {
  const { renderPage, browserScript, style } = await bundles();
  const { title, body } = renderPage(report, options);
  writeAtomically(file, htmlDocument({ title, body, style, script: browserScript }));
}
