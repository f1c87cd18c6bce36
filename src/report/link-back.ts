import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** The address of the page, relative to the folder of Playwright's report. */
const link =
  '<p style="margin:0;padding:8px 16px;font:14px/1.4 system-ui,sans-serif"><a href="../index.html">Back to the conformance report</a></p>';

/**
 * Puts a link to the page above Playwright's own report, which offers no place for one.
 * @param file the report's index.html; if it is missing, nothing happens
 */
export function linkBack(file: string): void {
  if (!existsSync(file)) return;
  const html = readFileSync(file, 'utf8');
  // The scripts before the body may also contain the text `<body`.
  const body = html.indexOf('>', html.lastIndexOf('<body')) + 1;
  if (body === 0 || html.includes(link)) return;
  writeFileSync(file, `${html.slice(0, body)}\n${link}${html.slice(body)}`);
}
