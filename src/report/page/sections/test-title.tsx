import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { visibleText } from '../../../http/visible-text.js';
import type { TestReport } from '../../conformance-report.js';

/** Whether Playwright's report is next to the page. */
export const TestLinks = createContext(false);

/** A test by its title and place, with a link to Playwright's report if it is there. */
export function TestTitle({ test }: { readonly test: TestReport }) {
  const { id, title, file, line, outcome, onlyHere } = test;
  const shown = visibleText(title);
  return (
    <>
      {useContext(TestLinks) && onlyHere === undefined ? (
        <a href={`playwright/index.html#?testId=${encodeURIComponent(id)}`}>{shown}</a>
      ) : (
        shown
      )}{' '}
      <span class="aside">
        {file}:{line}
        {outcome === 'passed' || outcome === 'failed' ? '' : `, ${outcome}`}
      </span>
    </>
  );
}

/** The link to Playwright's report as a whole, if it is there. */
export function PlaywrightLink() {
  return useContext(TestLinks) ? (
    <li>
      <a href="playwright/index.html">Playwright’s report</a>
    </li>
  ) : null;
}
