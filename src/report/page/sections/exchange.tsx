import type { Place } from '../../../contract/values/place.js';
import { counted, grouped } from '../../../contract/values/words.js';
import { durationInWords } from '../../../http/shown/duration-in-words.js';
import {
  type ShownBody,
  type ShownExchange,
  shortText,
  visibleText,
} from '../../../http/shown/shown-exchange.js';
import type { ShownEvidence, VerifiedOperation } from '../content/evidence.js';
import { formattedBody } from '../content/marked-difference.js';
import { List, ScrollingText } from './elements.js';

/** A request next to its response, as they went over the wire. @param place of a finding, which is marked */
export function Exchange({
  exchange: { request, response, milliseconds, startedAt },
  place,
}: Readonly<{ exchange: ShownExchange; place?: Place }>) {
  return (
    <div class="exchange">
      <Message
        label="Request"
        aside={`${startedAt.slice(11, 23)} UTC`}
        first={`${request.method} ${shortText(request.url)}`}
        message={request}
      />
      <Message
        label="Response"
        aside={`after ${durationInWords(milliseconds)}`}
        first={String(response.status)}
        message={response}
        place={place}
      />
    </div>
  );
}

interface MessageProps {
  /** Its first line: the method and the address, or the status. */
  readonly first: string;
  readonly message: Pick<ShownExchange['request'], 'headers' | 'body'>;
  readonly place?: Place;
}

function Message({ label, aside, ...shown }: MessageProps & Readonly<Record<'label' | 'aside', string>>) {
  const { body } = shown.message;
  return (
    <div class="wire">
      <p class="wire-title">
        {label} <small>{aside}</small>
      </p>
      <ScrollingText label={label}>
        <MessageText {...shown} />
      </ScrollingText>
      {body?.bytes === 0 && <p class="aside">No body.</p>}
      <Size body={body} />
    </div>
  );
}

/** A message as text, with the place of a finding marked. */
function MessageText({ first, message: { headers, body }, place }: MessageProps) {
  const text = body?.text ?? body?.hex ?? '';
  const { before, marked, after } = formattedBody(text, place, body?.isCut);
  // A tab for each level is much shorter; a string as it was sent stays as it is.
  const shown = (part: string) =>
    visibleText(before === text ? part : part.replaceAll(/^ +/gm, (all) => '\t'.repeat(all.length / 2)));
  const named = Object.entries(headers);
  return (
    <>
      <b>{place?.part === 'status' ? <mark>{first}</mark> : first}</b>
      {'\n'}
      <i>
        {named.map(([name, value]) => {
          const line = shortText(value);
          return (
            <>
              {visibleText(name)}:{' '}
              {place?.part === 'header' && place.path === name ? <mark>{line}</mark> : line}
              {'\n'}
            </>
          );
        })}
      </i>
      {named.length > 0 && (before !== '' || marked !== '') && '\n'}
      {shown(before)}
      {marked !== '' && <mark>{shown(marked)}</mark>}
      {shown(after)}
    </>
  );
}

/** The size of a body that is not shown as a whole. */
function Size({ body }: { readonly body: ShownBody | undefined }) {
  if (body === undefined || body.bytes === 0 || (!body.isCut && body.text !== undefined)) return null;
  return (
    <p class="aside">
      {grouped(body.bytes)} bytes in all
      {body.text === undefined ? ' that are not text' : ''}
      {body.isCut ? '; only the beginning is shown' : ''}.
    </p>
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

/**
 * The operations at which a requirement was verified, each with one of its exchanges. An exchange may be the evidence
 * for many requirements: it is in the page once, and the others link to it.
 */
export function VerifiedAt({ evidence }: { readonly evidence: readonly VerifiedOperation[] }) {
  if (evidence.length === 0) return null;
  const all = evidence.reduce((sum, { exchanges }) => sum + exchanges, 0);
  return (
    <List
      class="verified"
      level="h3"
      title={`Verified in ${counted(all, 'exchange')} with ${counted(evidence.length, 'operation')}`}
      entries={evidence.map(({ operationId, exchanges, shown, isHere }) => {
        const times = ` ×${grouped(exchanges)}`;
        if (shown === undefined) return `${operationId}${times}`;
        if (isHere) return <Evidence key={operationId} shown={shown} times={times} />;
        return (
          <>
            <a href={`#${shown.address}`}>{operationId}</a> {shown.exchange.response.status}
            {times}
          </>
        );
      })}
    />
  );
}

/** An exchange that verified requirements, in as little HTML as possible, because there are hundreds. */
function Evidence({ shown, times }: Readonly<{ shown: ShownEvidence; times: string }>) {
  const { address, operationId, verifies, trail, exchange, test } = shown;
  const { request, response, startedAt, milliseconds } = exchange;
  return (
    <details id={address}>
      <summary>
        {operationId} {response.status}
        {times}
      </summary>
      <div>
        <Steps trail={trail} />
        <pre>
          <MessageText
            first={`${request.method} ${shortText(request.url.replace(/^https?:\/\/[^/]*/, ''))}`}
            message={request}
          />
        </pre>
        <pre>
          <MessageText first={String(response.status)} message={response} />
        </pre>
        <p>
          It verified{' '}
          {verifies.map((id) => (
            <>
              <a href={`#${id}`}>{id}</a>{' '}
            </>
          ))}
          {test !== undefined && `in ${test.file}:${test.line}, `}
          {startedAt.slice(11, 23)} UTC, answered after {durationInWords(milliseconds)}.
        </p>
        <Size body={request.body} />
        <Size body={response.body} />
      </div>
    </details>
  );
}
