import { shortText } from '../../../http/visible-text.js';
import type { ConformanceReport } from '../../conformance-report.js';

/** What the run was able to check on the target, as known before it began. */
export function Preflight({ report: { preflight } }: { readonly report: ConformanceReport }) {
  if (preflight === undefined) return null;
  const { checks, closings, leftOut, noticed } = preflight;
  return (
    <>
      <h2 id="preflight">Checked and left out</h2>
      <p>{shortText(checks)}.</p>
      {closings !== undefined && <p>How the target fills the gaps: {shortText(closings)}.</p>}
      {leftOut.length > 0 && (
        <dl class="changes">
          {leftOut.map(({ what, reason }) => (
            <div key={what}>
              <dt>Not {shortText(what)}</dt>
              <dd>{shortText(reason)}</dd>
            </div>
          ))}
        </dl>
      )}
      {noticed.length > 0 && (
        <ul class="listed">
          {noticed.map((sentence) => (
            <li key={sentence}>{shortText(sentence)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
