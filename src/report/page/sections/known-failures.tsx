import { shortText, visibleText } from '../../../http/visible-text.js';
import { inOrderOfStanding, isOutdated } from '../../../verdicts/known-failures/standing.js';
import type { ConformanceReport } from '../../conformance-report.js';

/** What is known to fail on the target, and what became of it in the run: those first that are out of date. */
export function KnownFailures({ known }: { readonly known: ConformanceReport['knownFailures'] }) {
  if (known === undefined || known.entries.length === 0) return null;
  return (
    <>
      <h2>Known failures</h2>
      <p class="aside">By {visibleText(known.file)}. They don’t make the run red while they fail.</p>
      <ul class="listed">
        {inOrderOfStanding(known.entries).map((entry) => {
          const { requirement, operation, standing, reason, expires, link, says } = entry;
          return (
            <li key={`${requirement} ${operation}`}>
              <span
                class={`badge ${isOutdated(entry) ? 'failed' : standing === 'fails' ? 'warned' : 'untested'}`}
              >
                {standing}
              </span>{' '}
              <a href={`#${requirement}`}>{requirement}</a>
              {operation === undefined ? '' : ' at '}
              {operation !== undefined && <a href={`#${operation}`}>{operation}</a>}: {shortText(reason)}
              <p class="aside">
                {shortText(says)} Until {expires}; followed up at <FollowUp link={link} />.
              </p>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** A kept report may have been changed by anybody: what leads elsewhere than to a web page is text. */
function FollowUp({ link }: { readonly link: string }) {
  const isWeb = /^https?:\/\//.test(link);
  return isWeb ? <a href={link}>{shortText(link)}</a> : <code>{shortText(link)}</code>;
}
