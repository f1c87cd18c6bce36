import { render } from 'preact-render-to-string';
import { grouped } from '../../contract/values/words.js';
import { visibleText } from '../../http/shown/shown-exchange.js';
import type { PageContent, RenderPage } from './content/page-content.js';
import { looks, Sign, TestLinks } from './sections/elements.js';
import { Operations } from './sections/operations.js';
import { Requirements } from './sections/requirements.js';
import { Run } from './sections/run.js';
import { Service } from './sections/service.js';
import { Summary } from './sections/summary.js';

export const renderPage: RenderPage = (content, linksTests) =>
  render(<Page content={content} linksTests={linksTests} />);

/** The whole report: its views, one after the other unless a script shows them one at a time. */
function Page({ content, linksTests }: Readonly<{ content: PageContent; linksTests: boolean }>) {
  const { report } = content;
  /** The views, each with the size of its content. */
  const views = [
    ['summary', 'Summary'],
    ['requirements', 'Requirements', `${report.totals.verdicts.passed}/${report.requirements.length}`],
    ['operations', 'Operations', grouped(report.operations.length)],
    ['this-service', 'This service', grouped(content.gaps.length)],
    ['run', 'Run'],
  ] as const;
  return (
    <TestLinks.Provider value={linksTests}>
      <a class="skip" href="#content">
        Skip to the report
      </a>
      <header class="bar">
        <p class={`bar-verdict ${looks[report.verdict]}`}>
          <Sign verdict={report.verdict} /> <span>{visibleText(report.target.name)}</span>
        </p>
        <nav aria-label="Views">
          <ul>
            {views.map(([id, name, size]) => (
              <li key={id}>
                <a href={`#${id}`}>
                  {name}
                  {size !== undefined && <span class="count"> {size}</span>}
                </a>
              </li>
            ))}
            {linksTests && (
              <li>
                <a href="playwright/index.html">Playwright’s report</a>
              </li>
            )}
          </ul>
        </nav>
      </header>
      <main id="content" tabIndex={-1}>
        <Summary content={content} />
        <Requirements content={content} />
        <Operations content={content} />
        <Service content={content} />
        <Run content={content} />
      </main>
    </TestLinks.Provider>
  );
}
