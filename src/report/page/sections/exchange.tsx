import { type ShownBody, type ShownExchange, shortText, visibleText } from '../../../http/shown-exchange.js';
import { durationInWords, grouped } from '../../in-words.js';
import { formattedBody } from '../content/marked-difference.js';
import { ScrollingText } from './elements.js';

interface ExchangeProps {
  readonly exchange: ShownExchange;
  /** The place of a finding, which is marked. */
  readonly at?: string | undefined;
}

/** A request next to its answer, as they went over the wire. */
export function Exchange({ exchange: { request, response, milliseconds, startedAt }, at }: ExchangeProps) {
  return (
    <div class="exchange">
      <Message
        label="Request"
        aside={`${startedAt.slice(11, 23)} UTC`}
        first={`${request.method} ${shortText(request.url)}`}
        headers={request.headers}
        body={request.body}
      />
      <Message
        label="Response"
        aside={`after ${durationInWords(milliseconds)}`}
        first={String(response.status)}
        headers={response.headers}
        body={response.body}
        at={at ?? ''}
      />
    </div>
  );
}

interface MessageProps {
  readonly label: string;
  readonly aside: string;
  readonly first: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ShownBody | undefined;
  readonly at?: string;
}

function Message({ label, aside, first, headers, body, at }: MessageProps) {
  const { before, marked, after } = formattedBody(body?.text ?? body?.hex ?? '', at, body?.isCut);
  return (
    <div class="wire">
      <p class="wire-title">
        {label} <small>{aside}</small>
      </p>
      <ScrollingText label={label}>
        <b>{at === 'status' ? <mark>{first}</mark> : first}</b>
        {'\n'}
        {Object.entries(headers).map(([name, value]) => {
          const shown = shortText(value);
          return (
            <>
              <i>{visibleText(name)}:</i> {at === `header ${name}` ? <mark>{shown}</mark> : shown}
              {'\n'}
            </>
          );
        })}
        {before !== '' || marked !== '' ? '\n' : ''}
        {visibleText(before)}
        {marked !== '' && <mark>{visibleText(marked)}</mark>}
        {visibleText(after)}
      </ScrollingText>
      <Size body={body} />
    </div>
  );
}

function Size({ body }: { readonly body: ShownBody | undefined }) {
  if (body === undefined) return null;
  if (body.bytes === 0) return <p class="aside">No body.</p>;
  const { bytes, text, isCut } = body;
  if (!isCut && text !== undefined) return null;
  return (
    <p class="aside">
      {grouped(bytes)} bytes in all
      {text === undefined ? ' that are not text' : ''}
      {isCut ? '; only the beginning is shown' : ''}.
    </p>
  );
}
