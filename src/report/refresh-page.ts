import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { proofBeside, readReport } from './report-file.js';

/**
 * Writes the page of the last run again, with the later proof. If there was no run, nothing happens.
 * @param folder with the reports of the run
 * @returns the page, if one was written
 * @throws ReportFileError if the run's data is damaged or of another version; and errors of writing the page
 */
export async function refreshPage(folder: string): Promise<string | undefined> {
  const [data, page] = [join(folder, 'conformance.json'), join(folder, 'index.html')];
  if (!existsSync(data)) return undefined;
  const { writePage } = await import('./page/write-page.js');
  await writePage(readReport(data), page, { proof: proofBeside(data), linksTests: liesBeside(page) });
  return page;
}

/** Whether Playwright's report is where the page would link to it. */
export function liesBeside(page: string): boolean {
  return existsSync(join(dirname(page), 'playwright', 'index.html'));
}
