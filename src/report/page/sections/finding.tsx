import { shortText, visibleText } from '../../../http/visible-text.js';
import type { RequirementReport, TestReport } from '../../conformance-report.js';
import { counted } from '../content/in-words.js';
import type { JoinedFinding } from '../content/joined-findings.js';
import { AddressLinks } from './address-links.js';
import { Badge } from './badge.js';
import { Command } from './command.js';
import { Difference } from './difference.js';
import { ExchangeBlock } from './exchange.js';
import { ScrollingText } from './scrolling-text.js';
import { TestTitle } from './test-title.js';
import { Trail } from './trail.js';

interface FindingProps {
  readonly joined: JoinedFinding;
  /** The requirement that it violates. */
  readonly requirement: RequirementReport;
  /** The test with an id. */
  readonly testOf: (id: string) => TestReport | undefined;
}

/** A violation with everything that is needed to understand and repeat it. */
export function FindingArticle({ joined, requirement, testOf }: FindingProps) {
  const { address: id, finding, alike } = joined;
  const { judgement, operationId, write, at, times, trail, counterexample, replay, gaps = [] } = finding;
  return (
    <article class="finding" id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>
        <Badge verdict={judgement} known={finding.known} /> <a href={`#${operationId}`}>{operationId}</a>
        {write === undefined ? '' : ' after '}
        {write !== undefined && <a href={`#${write}`}>{write}</a>}
        {at === undefined ? '' : ' at '}
        {at !== undefined && <code>{shortText(at)}</code>}
      </h3>
      <p>
        <a href={`#${requirement.id}`}>{requirement.id}</a> ({requirement.strength}, {requirement.from}):{' '}
        {requirement.sentence}
      </p>
      <Difference finding={finding} />
      {times > 1 && <p>Seen {times} times in this test.</p>}
      {finding.steps !== undefined && (
        <p>
          The finding relies on steps of {shortText(finding.steps.file)}, which may be wrong:{' '}
          {finding.steps.names.map((name) => (
            <code key={name}>{shortText(name)}</code>
          ))}
        </p>
      )}
      {gaps.length > 0 && (
        <div class="resting">
          It depends on what is assumed for <AddressLinks ids={gaps} />
        </div>
      )}
      {trail.length > 0 && <Trail trail={trail} />}
      {counterexample !== undefined && (
        <>
          <h4>Counterexample</h4>
          <p>
            Shrunk {counted(counterexample.shrinks, 'time')} from example {counterexample.example}, with
            fast-check seed {counterexample.seed}, path {counterexample.path}.
          </p>
          <ScrollingText label="The smallest counterexample">
            {visibleText(counterexample.value)}
          </ScrollingText>
        </>
      )}
      <h4>Reproduce it</h4>
      <Command text={replay} label="Copy the command that replays it" />
      {finding.known === true && (
        <p class="aside">It is a known failure: the summary says why, and until when it is accepted.</p>
      )}
      {judgement !== 'failed' && (
        <p class="aside">
          {judgement === 'warned'
            ? 'The run still ends with 0: a warning counts only with --strict.'
            : 'The run still ends with 0: a deviation counts only if its gap is confirmed.'}
        </p>
      )}
      {replay.startsWith('TARGET_') && (
        <p class="aside">Keys and tokens are taken from the environment, as in the run.</p>
      )}
      <ExchangeBlock exchange={finding.exchange} at={at} />
      <p>
        Found by <Test test={testOf(finding.test)} />
      </p>
      {alike.length > 0 && (
        <details>
          <summary>Found alike by {counted(alike.length, 'other test')}</summary>
          <ul>
            {alike.map((other) => (
              <li key={other.test}>
                <Test test={testOf(other.test)} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </article>
  );
}

function Test({ test }: { readonly test: TestReport | undefined }) {
  return test === undefined ? <>a test that the report doesn’t name</> : <TestTitle test={test} />;
}
