import { longestBody } from '../../../http/as-text.js';
import type { ShownBody, ShownExchange } from '../../../http/shown-exchange.js';
import { shortText, visibleText } from '../../../http/visible-text.js';
import { durationInWords, grouped } from '../content/in-words.js';
import { formattedBody } from '../content/marked-difference.js';
import { Command } from './command.js';
import { ScrollingText } from './scrolling-text.js';

interface ExchangeProps {
  readonly exchange: ShownExchange;
  /** The place of the finding in the exchange. */
  readonly at: string | undefined;
}

/** A request and the response to it. */
export function ExchangeBlock({ exchange, at }: ExchangeProps) {
  const { request, response, milliseconds, startedAt, curl } = exchange;
  return (
    <>
      <h4>Exchange</h4>
      <div class="exchange">
        <div>
          <p class="line">
            {request.method} {shortText(request.url)}
          </p>
          <Headers headers={request.headers} at={undefined} />
          {request.body !== undefined && (
            <Body body={request.body} at={undefined} label="Body of the request" />
          )}
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

interface HeadersProps {
  readonly headers: Readonly<Record<string, string>>;
  readonly at: string | undefined;
}

function Headers({ headers, at }: HeadersProps) {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  return (
    <dl class="headers">
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{visibleText(name)}</dt>
          <dd>{at === `header ${name}` ? <mark>{shortText(value)}</mark> : shortText(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface BodyProps {
  readonly body: ShownBody;
  readonly at: string | undefined;
  readonly label: string;
}

function Body({ body, at, label }: BodyProps) {
  const { bytes, text, hex, isCut } = body;
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
