import { writeFileSync } from 'node:fs';
import type { DetectionReport } from '../../detection/detection.js';
import type { ConformanceReport } from '../conformance-report.js';
import { bundles } from './bundles.js';
import { htmlDocument } from './html-document.js';

/**
 * Writes the report that people read: one HTML file that needs nothing beside it and sends no request. It is readable
 * without scripts; with them its parts are views, filtered and copied from.
 * @param report of the run, as conformance.json keeps it: nothing in it is secret
 * @param file where to write; what stood there is replaced
 * @param proof the last proof of the suite, where there is one: it names the faults that each check was seen to catch
 * @throws where the file can't be written, or the page can't be bundled
 */
export async function writePage(
  report: ConformanceReport,
  file: string,
  proof?: DetectionReport,
): Promise<void> {
  const { renderPage, browserScript, style } = await bundles();
  const { title, body } = renderPage(report, proof);
  writeFileSync(file, htmlDocument({ title, body, style, script: browserScript }));
}
