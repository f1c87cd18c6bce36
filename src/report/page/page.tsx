import { render } from 'preact-render-to-string';
import { grouped } from '../../contract/values/words.js';
import { visibleText } from '../../http/shown/shown-exchange.js';
import type { PageContent, RenderPage } from './content/page-content.js';
import { ReportOfFindings } from './pictures/finding-pictures.js';
import { Run } from './pictures/run.js';
import { Coverage } from './sections/coverage.js';
import { looks, Sign, TestLinks } from './sections/elements.js';
import { EvidenceView } from './sections/evidence.js';
import { Operations } from './sections/operations.js';
import { Requirements } from './sections/requirements.js';
import { Service } from './sections/service.js';
import { Summary } from './sections/summary.js';
import { Violations } from './sections/violations.js';

export const renderPage: RenderPage = (content, linksTests) =>
  shortened(render(<Page content={content} linksTests={linksTests} />));

/** Tags that a browser adds by itself before the next element of the kind, or before the end of what is around it. */
const implied = /^<\/(?:li|dt|dd|tr|th|td|tbody|option)>$/;

/**
 * The same elements in shorter HTML: with plain quotation marks in text, where only attributes need to escape them, no
 * quotation marks around attributes that are one word (a slash after one would become a part of it), and no end tags that are implied or end nothing.
 */
function shortened(html: string): string {
  const tagOrText = /<(?:"[^"]*"|[^"<>])*>|[^<]+/g;
  const withoutEnds = html
    .replaceAll(/(<(circle|line|path|rect)\b[^<>]*)><\/\2>/g, '$1 />')
    .replaceAll('</p></div>', '</div>');
  return withoutEnds.replace(tagOrText, (part) => {
    if (!part.startsWith('<')) return part.replaceAll('&quot;', '"');
    return implied.test(part) ? '' : part.replaceAll(/="([\w#.,:%-]+)"(?=[ >])/g, '=$1');
  });
}

/** The views of a report that it has something to show in, each with the size of its content. */
function viewsOf({
  report,
  violations,
  gaps,
  evidence,
}: PageContent): readonly (readonly [string, string?])[] {
  const { requirements, operations, totals } = report;
  const exchanges = evidence.reduce((sum, each) => sum + each.exchanges.length, 0);
  return [
    ['Summary'],
    ...(violations.length === 0 ? [] : [['Violations', grouped(violations.length)] as const]),
    ['Requirements', `${totals.verdicts.passed}/${requirements.length}`],
    ['Operations', grouped(operations.length)],
    ['Run'],
    ['This service', grouped(gaps.length)],
    ['Coverage'],
    ...(exchanges === 0 ? [] : [['Evidence', grouped(exchanges)] as const]),
  ];
}

/** The whole report: its views, one after the other unless a script shows them one at a time. */
function Page({ content, linksTests }: Readonly<{ content: PageContent; linksTests: boolean }>) {
  const { report } = content;
  return (
    <TestLinks.Provider value={linksTests}>
      <a class="skip" href="#content">
        Skip to the report
      </a>
      <header class="bar">
        <p class={`bar-verdict ${looks[report.verdict]}`}>
          <Sign verdict={report.verdict} /> <span>{visibleText(report.target.name)}</span>
        </p>
        <nav aria-label="Views" class="sideways">
          <ul>
            {viewsOf(content).map(([view, count]) => (
              <li key={view}>
                <a href={`#${view.toLowerCase().replace(' ', '-')}`}>
                  {view}
                  {count !== undefined && <span class="count"> {count}</span>}
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
        <Find />
        <button type="button" id="theme" hidden>
          Theme: as the system
        </button>
      </header>
      <main id="content" tabIndex={-1}>
        <Summary content={content} />
        <ReportOfFindings.Provider value={report}>
          <Violations content={content} />
        </ReportOfFindings.Provider>
        <Requirements content={content} />
        <Operations content={content} />
        <Run content={content} />
        <Service content={content} />
        <Coverage report={report} />
        <EvidenceView content={content} />
      </main>
    </TestLinks.Provider>
  );
}

/** The search in the whole report; hidden without a script, because it would find nothing. */
function Find() {
  return (
    <search id="find" hidden>
      <input
        type="text"
        id="find-words"
        role="combobox"
        aria-label="Search the report"
        aria-controls="find-hits"
        aria-expanded="false"
        aria-autocomplete="list"
        autocomplete="off"
        placeholder="Search: press /"
      />
      <div id="find-hits" role="listbox" aria-label="Hits" hidden />
      <p id="find-status" role="status" class="unit" />
    </search>
  );
}
