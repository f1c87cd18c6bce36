import { visibleText } from '../../../http/visible-text.js';
import type { ConformanceReport } from '../../conformance-report.js';
import { looks, signs } from '../content/in-words.js';
import { PlaywrightLink } from './test-title.js';

const views = ['Summary', 'Requirements', 'Operations', 'Gaps', 'Contract', 'Coverage'];

/** The bar with the links to all views. */
export function Navigation({ report }: { readonly report: ConformanceReport }) {
  const look = looks[report.verdict];
  return (
    <header class="bar">
      <p class={`bar-verdict ${look}`}>
        <span aria-hidden="true">{signs[look]}</span> {visibleText(report.target.name)}
      </p>
      <nav aria-label="Views">
        <ul>
          {views.map((view) => (
            <li key={view}>
              <a href={`#${view.toLowerCase()}`}>{view}</a>
            </li>
          ))}
          <PlaywrightLink />
        </ul>
      </nav>
      <button type="button" id="theme" hidden>
        Theme: as the system
      </button>
    </header>
  );
}
