import type { ConformanceReport } from '../../conformance-report.js';
import { counted, momentInWords } from '../content/in-words.js';
import { RequirementLinks } from './requirement-links.js';

/** What is otherwise than in the run before. */
export function Changes({ report: { since } }: { readonly report: ConformanceReport }) {
  if (since === undefined)
    return (
      <>
        <h2>Since the run before</h2>
        <p>There is no earlier run of this target to compare with.</p>
      </>
    );
  const { run } = since;
  const groups: readonly (readonly [string, readonly string[]])[] = [
    ['Newly failing', since.newlyFailing],
    ['Fixed', since.fixed],
    ['Newly covered', since.newlyCovered],
    ['No longer verified', since.noLongerVerified],
  ];
  const changed = groups.filter(([, ids]) => ids.length > 0);
  const isSame = changed.length === 0 && since.noLongerRan.length === 0;
  return (
    <>
      <h2>Since the run before</h2>
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
                <RequirementLinks ids={ids} />
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
