import { writeAtomically } from '../atomic-write.js';
import type { ConformanceReport } from '../conformance-report.js';
import type { DetectionReport } from '../proof-file.js';
import { bundles } from './bundles.js';
import { htmlDocument } from './html-document.js';

/** What a page is made of besides its run. */
export interface PageOptions {
  /** The last proof of the suite, where there is one: it names the faults that each check was seen to catch. */
  readonly proof?: DetectionReport | undefined;
  /** Whether Playwright's report lies beside the page, in `playwright/`, so that tests lead there. */
  readonly linksTests: boolean;
}

/**
 * Writes the report that people read: one HTML file that needs nothing beside it and sends no request. It is readable
 * without scripts; with them its parts are views, filtered and copied from.
 * @param report of the run, as conformance.json keeps it: nothing in it is secret
 * @param file where to write; what stood there is replaced
 * @throws where the file can't be written, or the page can't be bundled
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
