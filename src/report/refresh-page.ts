import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { proofBeside } from './proof-file.js';
import { readReport } from './report-file.js';

/**
 * Writes the page of the last run again, with the proof that came after it. Where there was no run, nothing is done.
 * @param folder that the run wrote its reports to
 * @returns the page, where one was written
 * @throws ReportFileError where the run's data is damaged or of another version; what keeps the page from being written
 */
export async function refreshPage(folder: string): Promise<string | undefined> {
  const [data, page] = [join(folder, 'conformance.json'), join(folder, 'index.html')];
  if (!existsSync(data)) return undefined;
  const { writePage } = await import('./page/write-page.js');
  await writePage(readReport(data), page, { proof: proofBeside(data), linksTests: liesBeside(page) });
  return page;
}

/** Whether Playwright's report is where a page would look for it. */
export function liesBeside(page: string): boolean {
  return existsSync(join(dirname(page), 'playwright', 'index.html'));
}
