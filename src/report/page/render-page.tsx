import { render } from 'preact-render-to-string';
import { provenBy } from './content/in-words.js';
import { Page } from './page.js';
import type { RenderPage } from './rendered-page.js';

/** The page of a run as HTML, with all text from the target escaped. */
export const renderPage: RenderPage = (report, { proof, linksTests }) => ({
  title: `${report.verdict}: ${report.target.name}`,
  body: render(<Page report={report} proof={provenBy(proof)} linksTests={linksTests} />),
});
