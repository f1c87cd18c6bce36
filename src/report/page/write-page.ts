import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { builtPageCode } from '../../contract/documents/folders.js';
import { visibleText } from '../../http/shown/shown-exchange.js';
import type { ConformanceReport } from '../data/conformance-report.js';
import { writeAtomically } from '../data/own-file.js';
import { pageContent, type RenderPage } from './content/page-content.js';
import type { PageCode } from './page-code.js';

/**
 * Writes the report that people read: one HTML file that needs no other file and sends no request. It is readable
 * without scripts; scripts add views, filters and copy buttons.
 * @param report of the run, as in conformance.json: it contains no secrets
 * @param file where to write; an existing file is replaced
 * @param linksTests whether Playwright's report is next to the page, in `playwright/`, so that tests can link to it
 * @throws if the file can't be written, or the page can't be bundled
 */
export async function writePage(report: ConformanceReport, file: string, linksTests: boolean): Promise<void> {
  bundled ??= bundle();
  const { renderPage, script, style } = await bundled;
  // Strings of the suite are made visible too: in the report of a stranger, they may be anybody's.
  const title = visibleText(`${report.verdict}: ${report.target.name}`);
  const body = visibleText(renderPage(pageContent(report), linksTests));
  writeAtomically(file, htmlDocument({ title, body, style, script }));
}

let bundled: ReturnType<typeof bundle> | undefined;

/** Loads the page's own code, once per process: a build has it ready, the sources bundle it now. */
async function bundle() {
  const { views, script, style }: PageCode =
    builtPageCode === undefined
      ? await (await import('./page-code.js')).pageCode()
      : JSON.parse(readFileSync(builtPageCode, 'utf8'));
  const address = `data:text/javascript;base64,${Buffer.from(views).toString('base64')}`;
  const { renderPage }: { readonly renderPage: RenderPage } = await import(address);
  return { renderPage, script, style };
}

/** Runs before the body exists: views that a script shows one at a time must not all be visible until then. */
const early = "document.documentElement.classList.add('scripted')";

/**
 * A complete HTML document. Its icon is empty, because without one a browser would ask a server for it. Its policy
 * allows only its own scripts and loads nothing from anywhere: if a string in the body ever escaped its escaping, the
 * browser would refuse to run it.
 * @param title as plain text; the body is HTML with all text escaped
 */
function htmlDocument({
  title,
  body,
  style,
  script,
}: Readonly<Record<'title' | 'body' | 'style' | 'script', string>>): string {
  const policy = [
    "default-src 'none'",
    `script-src '${digestOf(early)}' '${digestOf(script)}'`,
    `style-src '${digestOf(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>
<style>${style}</style>
<script>${early}</script>
</head>
<body>
${body}
<script>${script}</script>
</body>
</html>
`;
}

/** The hash by which the policy identifies an inline script or style. */
function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
