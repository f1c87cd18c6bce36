import { render } from 'preact-render-to-string';
import { visibleText } from '../../http/shown-exchange.js';
import type { PageContent, RenderPage } from './content/page-content.js';
import { ReportOfFindings } from './pictures/finding-pictures.js';
import { Run } from './pictures/run.js';
import { Coverage } from './sections/coverage.js';
import { looks, Sign, TestLinks } from './sections/elements.js';
import { Contract, Gaps } from './sections/gaps.js';
import { Operations } from './sections/operations.js';
import { Requirements } from './sections/requirements.js';
import { Summary } from './sections/summary.js';

export const renderPage: RenderPage = (content, linksTests) =>
  render(<Page content={content} linksTests={linksTests} />);

const views = ['Summary', 'Requirements', 'Operations', 'Run', 'Gaps', 'Contract', 'Coverage'];

/** The whole report: seven views, one after the other unless a script shows them one at a time. */
function Page({ content, linksTests }: Readonly<{ content: PageContent; linksTests: boolean }>) {
  const { report } = content;
  return (
    <TestLinks.Provider value={linksTests}>
      <a class="skip" href="#content">
        Skip to the report
      </a>
      <header class="bar">
        <p class={`bar-verdict ${looks[report.verdict]}`}>
          <Sign verdict={report.verdict} /> {visibleText(report.target.name)}
        </p>
        <nav aria-label="Views">
          <ul>
            {views.map((view) => (
              <li key={view}>
                <a href={`#${view.toLowerCase()}`}>{view}</a>
              </li>
            ))}
            {linksTests && (
              <li>
                <a href="playwright/index.html">Playwright’s report</a>
              </li>
            )}
          </ul>
        </nav>
        <button type="button" id="theme" hidden>
          Theme: as the system
        </button>
      </header>
      <main id="content" tabIndex={-1}>
        <Summary content={content} />
        <ReportOfFindings.Provider value={report}>
          <Requirements content={content} />
        </ReportOfFindings.Provider>
        <Operations content={content} />
        <Run content={content} />
        <Gaps content={content} />
        <Contract content={content} />
        <Coverage report={report} />
      </main>
    </TestLinks.Provider>
  );
}
