import { counted } from '../../../contract/values/words.js';
import { longestBody, shortText, visibleText } from '../../../http/shown/shown-exchange.js';
import type { Counterexample, TrailStep } from '../../../verdicts/finding.js';
import { operationInWords, operationOf } from '../../../verdicts/finding-operation.js';
import type { ReportedFinding } from '../../data/conformance-report.js';
import { comparison, excerptOf, longestExcerpt, type Side } from '../content/marked-difference.js';
import type { JoinedFinding } from '../content/page-content.js';
import { FindingPictures } from '../pictures/finding-pictures.js';
import { AddressLinks, Badge, Command, List, Row, ScrollingText, Table, TestTitle } from './elements.js';
import { Exchange } from './exchange.js';

/** A violation at one place, which opens to everything that is needed to understand and repeat it. */
export function FindingDetails({ joined }: { readonly joined: JoinedFinding }) {
  const { address, responseAddress, finding, tests } = joined;
  const {
    judgement,
    operationId,
    write,
    at,
    times,
    trail,
    steps,
    counterexample,
    replay,
    gaps = [],
  } = finding;
  const [test, ...others] = tests;
  return (
    <Row
      class="finding"
      id={address}
      head={
        <>
          <Badge verdict={judgement} known={finding.known} />
          <span class="place">
            <b>{operationOf(finding)}</b>
            {operationInWords(finding).slice(operationOf(finding).length)}
            {at === undefined ? '' : ' at '}
            {at !== undefined && <code>{shortText(at)}</code>}
          </span>
          {times > 1 && <span class="aside">{counted(times, 'time')}</span>}
        </>
      }
    >
      <Compared finding={finding} />
      {times > 1 && <p class="aside">Seen {times} times in this test.</p>}
      {steps !== undefined && (
        <p>
          The finding relies on steps of {shortText(steps.file)}, which may be wrong:{' '}
          {steps.names.map((name) => (
            <code key={name}>{shortText(name)}</code>
          ))}
        </p>
      )}
      {gaps.length > 0 && (
        <div class="resting">
          It depends on the assumption for <AddressLinks ids={gaps} />
        </div>
      )}
      <Trail trail={trail} />
      <FindingPictures finding={finding} />
      {counterexample !== undefined && <Smallest found={counterexample} />}
      <h3>Reproduce it</h3>
      <Command text={replay} label="Copy the command that replays it" />
      <Consequence finding={finding} />
      <h3 id={responseAddress}>Exchange</h3>
      <Exchange exchange={finding.exchange} place={finding.place} />
      <Command text={finding.exchange.curl} label="Copy as curl" />
      {(finding.exchange.request.body?.bytes ?? 0) > longestBody && (
        <p class="aside">The body of the request is too long for a command line: the command sends none.</p>
      )}
      <p class="aside">
        See <a href={`#${operationId}`}>{operationId}</a>
        {write !== undefined && (
          <>
            {' '}
            and <a href={`#${write}`}>{write}</a>
          </>
        )}
        . Found by <TestTitle test={test} />
      </p>
      {others.length > 0 && (
        <details>
          <summary>Also found by {counted(others.length, 'other test')}</summary>
          <List entries={others.map((other, index) => <TestTitle key={index} test={other} />)} />
        </details>
      )}
    </Row>
  );
}

function Consequence({ finding: { known, judgement, replay } }: { readonly finding: ReportedFinding }) {
  return (
    <>
      {known === true && (
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
    </>
  );
}

/**
 * All acceptable responses next to the actual one, as values where they are values, with the differences marked.
 * @param isExcerpt whether to show the beginning of the differences alone
 */
export function Compared({
  finding,
  isExcerpt = false,
}: Readonly<{ finding: ReportedFinding; isExcerpt?: boolean }>) {
  const compared = comparison(finding, shortText);
  return (
    <dl class="compared">
      <div class="expected">
        <dt>{compared.expected.length > 1 ? 'Expected, any of' : 'Expected'}</dt>
        {compared.expected.map((side, index) => (
          <dd key={index}>
            <Shown side={side} isExcerpt={isExcerpt} />
          </dd>
        ))}
        {compared.expected.length === 0 && <dd>nothing</dd>}
      </div>
      <div class="actual">
        <dt>Actual</dt>
        <dd>
          <Shown side={compared.actual} isExcerpt={isExcerpt} />
        </dd>
      </div>
    </dl>
  );
}

function Shown({ side, isExcerpt }: { readonly side: Side; readonly isExcerpt: boolean }) {
  const { kind } = side;
  const shown = (isExcerpt ? excerptOf(side.pieces, longestExcerpt) : side.pieces).map(
    ({ text, marked }, index) =>
      marked ? <mark key={index}>{visibleText(text)}</mark> : <span key={index}>{visibleText(text)}</span>,
  );
  if (kind === undefined) return <>{shown}</>;
  return (
    <>
      <span class="kind">{kind}</span> <code class="value">{shown}</code>
    </>
  );
}

/** The steps that led to a finding: polls and steps in words, and a model's commands with its state next to the target's. */
function Trail({ trail }: { readonly trail: readonly TrailStep[] }) {
  if (trail.length === 0) return null;
  const said = trail.filter((step) => typeof step === 'string');
  const played = trail.filter((step) => typeof step !== 'string');
  return (
    <>
      <h3>What led there</h3>
      <Steps trail={said} />
      {played.length > 0 && (
        <Table
          label="Commands of the model"
          columns={['Command and response', 'The model considers possible', 'The target shows']}
        >
          {played.map(({ did, model, read }, index) => (
            <tr key={index}>
              <td>{shortText(did)}</td>
              <td>{states(model)}</td>
              <td>{states(read ?? 'as answered')}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

/** Steps in words, in order. */
export function Steps({ trail }: { readonly trail: readonly string[] }) {
  if (trail.length === 0) return null;
  return (
    <ol>
      {trail.map((step, index) => (
        <li key={index}>{shortText(step)}</li>
      ))}
    </ol>
  );
}

/** The states of several things, one per line, so that the model's line up with the target's. */
function states(text: string) {
  return text.split('; ').map((state) => <div key={state}>{shortText(state)}</div>);
}

function Smallest({ found }: { readonly found: Counterexample }) {
  const { shrinks, example, seed, path, value } = found;
  const how = shrinks === 0 ? 'Example' : `Shrunk ${counted(shrinks, 'time')} from example`;
  return (
    <>
      <h3>Counterexample</h3>
      <p class="aside">
        {how} {example}, with fast-check seed {seed}, path {shortText(path)}.
      </p>
      <ScrollingText label="The smallest counterexample">{visibleText(value)}</ScrollingText>
    </>
  );
}
