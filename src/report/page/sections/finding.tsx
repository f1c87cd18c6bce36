import {
  longestBody,
  type ShownBody,
  type ShownExchange,
  shortText,
  visibleText,
} from '../../../http/shown-exchange.js';
import type { Counterexample, Finding, TrailStep } from '../../../verdicts/finding.js';
import type { RequirementReport } from '../../conformance-report.js';
import { counted, durationInWords, grouped } from '../../in-words.js';
import { formattedBody, markedDifference, type Piece } from '../content/marked-difference.js';
import type { JoinedFinding } from '../content/page-content.js';
import { FindingPictures } from '../pictures/finding-pictures.js';
import {
  AddressLinks,
  Badge,
  Command,
  Definitions,
  List,
  ScrollingText,
  Table,
  TestTitle,
} from './elements.js';

/** A violation with everything that is needed to understand and repeat it. */
export function FindingArticle({
  joined,
  requirement,
}: Readonly<{ joined: JoinedFinding; requirement: RequirementReport }>) {
  const { address: id, finding, tests } = joined;
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
        Found by <TestTitle test={test} />
      </p>
      {others.length > 0 && (
        <details>
          <summary>Also found by {counted(others.length, 'other test')}</summary>
          <List entries={others.map((other, index) => <TestTitle key={index} test={other} />)} />
        </details>
      )}
    </article>
  );
}

/** All acceptable answers next to the actual one, with the differences marked. */
function Difference({ finding: { expected, actual } }: { readonly finding: Finding }) {
  const marked = markedDifference(expected.map(shortText), shortText(actual));
  return (
    <dl class="difference">
      <div class="expected">
        <dt>{expected.length > 1 ? 'Expected, any of' : 'Expected'}</dt>
        {marked.expected.map((pieces, index) => (
          <dd key={index}>{inPieces(pieces)}</dd>
        ))}
        {expected.length === 0 && <dd>nothing</dd>}
      </div>
      <div class="actual">
        <dt>Actual</dt>
        <dd>{inPieces(marked.actual)}</dd>
      </div>
    </dl>
  );
}

function inPieces(pieces: readonly Piece[]) {
  return pieces.map(({ text, marked }, index) =>
    marked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
  );
}

/** The steps that led to a finding: polls and steps in words, and a model's commands with its state next to the target's. */
function Trail({ trail }: { readonly trail: readonly TrailStep[] }) {
  if (trail.length === 0) return null;
  const said = trail.filter((step) => typeof step === 'string');
  const played = trail.filter((step) => typeof step !== 'string');
  return (
    <>
      <h4>What led there</h4>
      {said.length > 0 && (
        <ol class="trail">
          {said.map((step, index) => (
            <li key={index}>{shortText(step)}</li>
          ))}
        </ol>
      )}
      {played.length > 0 && (
        <Table
          label="Commands of the model"
          columns={['Command and answer', 'The model considers possible', 'The target shows']}
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

function Smallest({ found }: { readonly found: Counterexample }) {
  const { shrinks, example, seed, path, value } = found;
  return (
    <>
      <h4>Counterexample</h4>
      <p>
        Shrunk {counted(shrinks, 'time')} from example {example}, with fast-check seed {seed}, path {path}.
      </p>
      <ScrollingText label="The smallest counterexample">{visibleText(value)}</ScrollingText>
    </>
  );
}

function ExchangeBlock({ exchange, at }: Readonly<{ exchange: ShownExchange; at: string | undefined }>) {
  const { request, response, milliseconds, startedAt, curl } = exchange;
  return (
    <>
      <h4>Exchange</h4>
      <div class="exchange">
        <div>
          <p class="line">
            {request.method} {shortText(request.url)}
          </p>
          <Headers headers={request.headers} />
          {request.body !== undefined && <Body body={request.body} label="Body of the request" />}
        </div>
        <div>
          <p class="line">
            <span class={at === 'status' ? 'marked' : ''}>{response.status}</span> after{' '}
            {durationInWords(milliseconds)}, sent{' '}
            <time dateTime={startedAt}>{startedAt.slice(11, 23)} UTC</time>
          </p>
          <Headers headers={response.headers} at={at} />
          <Body body={response.body} at={at} label="Body of the response" />
        </div>
      </div>
      <Command text={curl} label="Copy as curl" />
      {(request.body?.bytes ?? 0) > longestBody && (
        <p class="aside">The body of the request is too long for a command line: the command sends none.</p>
      )}
    </>
  );
}

function Headers({
  headers,
  at,
}: Readonly<{ headers: Readonly<Record<string, string>>; at?: string | undefined }>) {
  const entries = Object.entries(headers).map(([name, value]) => {
    const shown = shortText(value);
    return [visibleText(name), at === `header ${name}` ? <mark key={name}>{shown}</mark> : shown] as const;
  });
  return <Definitions class="headers" entries={entries} />;
}

function Body({
  body: { bytes, text, hex, isCut },
  at,
  label,
}: Readonly<{ body: ShownBody; at?: string | undefined; label: string }>) {
  if (bytes === 0) return <p class="aside">no body</p>;
  const { before, marked, after } = formattedBody(text ?? hex ?? '', at);
  return (
    <>
      <ScrollingText label={label}>
        {visibleText(before)}
        {marked !== '' && <mark>{visibleText(marked)}</mark>}
        {visibleText(after)}
      </ScrollingText>
      {(isCut || text === undefined) && (
        <p class="aside">
          {grouped(bytes)} bytes in all
          {text === undefined ? ' that are not text' : ''}
          {isCut ? '; only the beginning is shown' : ''}.
        </p>
      )}
    </>
  );
}
