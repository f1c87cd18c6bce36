import { shortText, visibleText } from '../../../http/visible-text.js';
import { inOrderOfStanding, isOutdated } from '../../../verdicts/known-failures/known-failure.js';
import type { ConformanceReport } from '../../conformance-report.js';

/** The known failures of the target and their standing in the run, outdated entries first. */
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

/** Anybody may have changed a kept report: a link to anything but a web page is shown as text. */
function FollowUp({ link }: { readonly link: string }) {
  const isWeb = /^https?:\/\//.test(link);
  return isWeb ? <a href={link}>{shortText(link)}</a> : <code>{shortText(link)}</code>;
}
