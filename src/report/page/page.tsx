import type { ConformanceReport } from '../conformance-report.js';
import type { Proof } from './content/in-words.js';
import { Contract } from './sections/contract.js';
import { Coverage } from './sections/coverage.js';
import { Gaps } from './sections/gaps.js';
import { Navigation } from './sections/navigation.js';
import { Operations } from './sections/operations.js';
import { Requirements } from './sections/requirements.js';
import { Summary } from './sections/summary.js';
import { TestLinks } from './sections/test-title.js';

interface PageProps {
  readonly report: ConformanceReport;
  readonly proof: Proof;
  /** Whether tests link to Playwright's report. */
  readonly linksTests: boolean;
}

/** The whole report: six views, one after the other unless a script shows them one at a time. */
export function Page({ report, proof, linksTests }: PageProps) {
  return (
    <TestLinks.Provider value={linksTests}>
      <a class="skip" href="#content">
        Skip to the report
      </a>
      <Navigation report={report} />
      <main id="content" tabIndex={-1}>
        <Summary report={report} />
        <Requirements report={report} proof={proof} />
        <Operations report={report} />
        <Gaps report={report} />
        <Contract report={report} />
        <Coverage report={report} />
      </main>
    </TestLinks.Provider>
  );
}
