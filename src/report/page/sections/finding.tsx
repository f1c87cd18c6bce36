import { counted } from '../../../contract/values/words.js';
import { longestBody, shortText, visibleText } from '../../../http/shown/shown-exchange.js';
import type { Counterexample, TrailStep } from '../../../verdicts/finding.js';
import { actorOf } from '../../../verdicts/finding-actor.js';
import { operationInWords, operationOf } from '../../../verdicts/finding-operation.js';
import type { ReportedFinding, RequirementReport } from '../../data/conformance-report.js';
import { comparison, excerptOf, longestExcerpt, type Side } from '../content/marked-difference.js';
import type { JoinedFinding, RequirementContent } from '../content/page-content.js';
import { AddressLinks, Badge, Command, Folded, Row, ScrollingText, Table, TestTitle } from './elements.js';
import { Exchange, Steps } from './exchange.js';

/** The number of a requirement's findings that are shown in full. */
const shownInFull = 50;
/** Characters that are shown of each further finding. */
const shownOfRest = 200;

/** The findings of a requirement: the first ones in full, the others in one line each. */
export function Findings({ of: { requirement, findings } }: { readonly of: RequirementContent }) {
  if (findings.length === 0) return null;
  return (
    <>
      <h3>{counted(findings.length, 'finding')}</h3>
      <div class="rows">
        {findings.slice(0, shownInFull).map((each) => (
          <FindingDetails key={each.address} joined={each} of={requirement} />
        ))}
      </div>
      <ul class="lines">
        {findings.slice(shownInFull).map(({ address, finding: { operationId, at, actual } }) => (
          <li key={address} id={address}>
            {operationId}
            {at === undefined ? '' : ` at ${shortText(at)}`}: {visibleText(actual.slice(0, shownOfRest))}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A violation at one place, which opens to everything that is needed to understand and repeat it. */
function FindingDetails({ joined, of }: Readonly<{ joined: JoinedFinding; of: RequirementReport }>) {
  const { address, finding, tests } = joined;
  const { judgement, operationId, write, at, times, steps, counterexample, replay, gaps = [] } = finding;
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
            {at !== undefined && (
              <>
                {' '}
                at <code>{shortText(at)}</code>
              </>
            )}
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
      <p>Who acts: {actorOf(finding, of)}.</p>
      {gaps.length > 0 && (
        <div class="resting">
          It depends on the assumption for <AddressLinks ids={gaps} />
        </div>
      )}
      <Trail trail={finding.trail} />
      {counterexample !== undefined && <Smallest found={counterexample} />}
      <h3>Reproduce it</h3>
      <Command text={replay} label="Copy the command that replays it" />
      <p class="aside">{consequenceOf(finding)}</p>
      <h3>Exchange</h3>
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
      <Folded
        title={`Also found by ${counted(others.length, 'other test')}`}
        entries={others.map((other, index) => <TestTitle key={index} test={other} />)}
      />
    </Row>
  );
}

/** What a finding means for the run, and what its command needs. */
function consequenceOf({ known, judgement, replay }: ReportedFinding): string {
  const sentences = [
    known === true && 'It is a known failure: the summary says why, and until when it is accepted.',
    judgement === 'warned' && 'The run still ends with 0: a warning counts only with --strict.',
    judgement === 'deviated' && 'The run still ends with 0: a deviation counts only if its gap is confirmed.',
    replay.startsWith('TARGET_') && 'Keys and tokens are taken from the environment, as in the run.',
  ];
  return sentences.filter((each) => each !== false).join(' ');
}

/**
 * All acceptable responses next to the actual one, as values where they are values, with the differences marked.
 * @param isExcerpt whether to show the beginning of the differences alone
 */
export function Compared({
  finding,
  isExcerpt = false,
}: Readonly<{ finding: ReportedFinding; isExcerpt?: boolean }>) {
  const { expected, actual } = comparison(finding, shortText);
  return (
    <dl class="compared">
      <div class="expected">
        <dt>{expected.length > 1 ? 'Expected, any of' : 'Expected'}</dt>
        {expected.map((side, index) => (
          <dd key={index}>
            <Shown side={side} isExcerpt={isExcerpt} />
          </dd>
        ))}
        {expected.length === 0 && <dd>nothing</dd>}
      </div>
      <div class="actual">
        <dt>Actual</dt>
        <dd>
          <Shown side={actual} isExcerpt={isExcerpt} />
        </dd>
      </div>
    </dl>
  );
}

function Shown({ side: { kind, pieces }, isExcerpt }: { readonly side: Side; readonly isExcerpt: boolean }) {
  const shown = (isExcerpt ? excerptOf(pieces, longestExcerpt) : pieces).map(({ text, marked }, index) =>
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
  const played = trail.filter((step) => typeof step !== 'string');
  return (
    <>
      <h3>What led there</h3>
      <Steps trail={trail.filter((step) => typeof step === 'string')} />
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

/** The states of several things, one per line, so that the model's line up with the target's. */
function states(text: string) {
  return text.split('; ').map((state) => <div key={state}>{shortText(state)}</div>);
}

function Smallest({ found: { shrinks, example, seed, path, value } }: { readonly found: Counterexample }) {
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
