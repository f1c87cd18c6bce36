import type { ConformanceReport } from '../../conformance-report.js';
import { looks, signs } from '../content/verdict-words.js';
import { visibleText } from '../content/visible-text.js';
import { PlaywrightLink } from './test-title.js';

/** The bar with the ways to all views. */
export function Navigation({ report }: { readonly report: ConformanceReport }) {
  const look = looks[report.verdict];
  return (
    <header class="bar">
      <p class={`bar-verdict ${look}`}>
        <span aria-hidden="true">{signs[look]}</span> {visibleText(report.target.name)}
      </p>
      <nav aria-label="Views">
        <ul>
          <li>
            <a href="#summary">Summary</a>
          </li>
          <li>
            <a href="#requirements">Requirements</a>
          </li>
          <li>
            <a href="#operations">Operations</a>
          </li>
          <li>
            <a href="#gaps">Gaps</a>
          </li>
          <li>
            <a href="#coverage">Coverage</a>
          </li>
          <PlaywrightLink />
        </ul>
      </nav>
      <button type="button" id="theme" hidden>
        Theme: as the system
      </button>
    </header>
  );
}
