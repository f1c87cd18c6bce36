import type { Place } from '../../../contract/values/place.js';
import { grouped } from '../../../contract/values/words.js';
import { durationInWords } from '../../../http/shown/duration-in-words.js';
import {
  type ShownBody,
  type ShownExchange,
  shortText,
  visibleText,
} from '../../../http/shown/shown-exchange.js';
import { formattedBody } from '../content/marked-difference.js';
import { ScrollingText } from './elements.js';

interface ExchangeProps {
  readonly exchange: ShownExchange;
  /** The place of a finding, which is marked. */
  readonly place?: Place | undefined;
}

/** A request next to its response, as they went over the wire. */
export function Exchange({ exchange: { request, response, milliseconds, startedAt }, place }: ExchangeProps) {
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
        place={place}
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
  readonly place?: Place | undefined;
}

function Message({ label, aside, first, ...message }: MessageProps) {
  return (
    <div class="wire">
      <p class="wire-title">
        {label} <small>{aside}</small>
      </p>
      <ScrollingText label={label}>
        <b>{message.place?.part === 'status' ? <mark>{first}</mark> : first}</b>
        {'\n'}
        <MessageText {...message} />
      </ScrollingText>
      {message.body?.bytes === 0 && <p class="aside">No body.</p>}
      <Size body={message.body} />
    </div>
  );
}

/** The headers and the body of a message, with the place of a finding marked. */
export function MessageText({ headers, body, place }: Omit<MessageProps, 'label' | 'aside' | 'first'>) {
  const text = body?.text ?? body?.hex ?? '';
  const { before, marked, after } = formattedBody(text, place, body?.isCut);
  // A tab for each level is much shorter; a string as it was sent stays as it is.
  const shown = (part: string) =>
    visibleText(before === text ? part : part.replaceAll(/^ +/gm, (all) => '\t'.repeat(all.length / 2)));
  const named = Object.entries(headers);
  return (
    <>
      {named.length > 0 && (
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
      )}
      {named.length > 0 && (before !== '' || marked !== '') && '\n'}
      {shown(before)}
      {marked !== '' && <mark>{shown(marked)}</mark>}
      {shown(after)}
    </>
  );
}

/** The size of a body that is not shown as a whole. */
function Size({ body }: { readonly body: ShownBody | undefined }) {
  if (body === undefined || body.bytes === 0) return null;
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
