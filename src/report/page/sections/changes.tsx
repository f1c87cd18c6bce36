import type { Comparison } from '../../comparison.js';
import type { ConformanceReport } from '../../conformance-report.js';
import { counted, momentInWords } from '../content/in-words.js';
import { AddressLinks } from './address-links.js';

/** The changes by kind; empty if nothing changed. */
function changesIn(since: Comparison): readonly (readonly [kind: string, ids: readonly string[]])[] {
  const kinds = [
    ['Newly failing', since.newlyFailing],
    ['Fixed', since.fixed],
    ['Newly covered', since.newlyCovered],
    ['No longer verified', since.noLongerVerified],
  ] as const;
  return kinds.filter(([, ids]) => ids.length > 0);
}

/** The changes in one line, with a link to the details. */
export function ChangesInShort({ since }: { readonly since: Comparison | undefined }) {
  if (since === undefined) return null;
  const told = [
    ...changesIn(since).map(([kind, ids]) => `${ids.length} ${kind.toLowerCase()}`),
    ...(since.noLongerRan.length > 0 ? [`${counted(since.noLongerRan.length, 'test')} no longer ran`] : []),
  ];
  return (
    <p>
      <a href="#changes">Since {momentInWords(since.run.startedAt)}</a>:{' '}
      {told.length === 0 ? 'no change' : told.join(', ')}.
    </p>
  );
}

/** The differences from the previous run. */
export function Changes({ report: { since } }: { readonly report: ConformanceReport }) {
  if (since === undefined)
    return (
      <>
        <h2 id="changes">Since the previous run</h2>
        <p>There is no earlier run of this target to compare with.</p>
      </>
    );
  const { run } = since;
  const changed = changesIn(since);
  const isSame = changed.length === 0 && since.noLongerRan.length === 0;
  return (
    <>
      <h2 id="changes" tabIndex={-1}>
        Since the previous run
      </h2>
      <p>
        Compared with the run of {momentInWords(run.startedAt)} (profile {run.profile}, seed {run.seed})
        {isSame ? ': nothing is newly failing, fixed, newly covered or no longer verified.' : ':'}
      </p>
      {!isSame && (
        <dl class="changes">
          {changed.map(([name, ids]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <AddressLinks ids={ids} />
              </dd>
            </div>
          ))}
          {since.noLongerRan.length > 0 && (
            <div>
              <dt>Checks that no longer ran</dt>
              <dd>
                <details>
                  <summary>{counted(since.noLongerRan.length, 'test')}</summary>
                  <ul>
                    {since.noLongerRan.map((title) => (
                      <li key={title}>{title}</li>
                    ))}
                  </ul>
                </details>
              </dd>
            </div>
          )}
        </dl>
      )}
    </>
  );
}
