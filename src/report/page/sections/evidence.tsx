import { counted, grouped } from '../../../contract/values/words.js';
import { durationInWords } from '../../../http/shown/duration-in-words.js';
import { type ShownBody, shortText, visibleText } from '../../../http/shown/shown-exchange.js';
import type { Headers, ShownEvidence, ShownExchangeOf, VerifiedOperation } from '../content/evidence.js';
import type { PageContent } from '../content/page-content.js';
import { Row, View } from './elements.js';
import { MessageText } from './exchange.js';
import { Steps } from './finding.js';

/** The number of requirements that the head of an exchange names. */
const mostNamed = 4;

/** The exchanges that verified requirements, each of them once; no view if the report has none. */
export function EvidenceView({ content: { evidence, report } }: { readonly content: PageContent }) {
  if (evidence.length === 0) return null;
  return (
    <View id="evidence" title="Evidence for what passed">
      <p class="aside">
        For each requirement that was verified, one exchange with each operation at which it was, as it went
        over the wire. Keys are replaced, and long bodies are cut. Times are in UTC.
      </p>
      <div class="rows">
        {evidence.map(({ operationId, exchanges, usual }) => {
          const { method, path } = report.operations.find((each) => each.operationId === operationId) ?? {};
          return (
            <Row
              key={operationId}
              class="covered"
              id={`evidence-${operationId}`}
              head={
                <>
                  <span class="id">{operationId}</span>
                  <span class="aside">
                    {method} {path}
                  </span>
                  <span class="aside">{counted(exchanges.length, 'exchange')}</span>
                </>
              }
            >
              <p class="usual">
                Unless an exchange shows something else, the request has {inWords(usual.request)}, and the
                response {inWords(usual.response)}.
              </p>
              <div class="exchanges">
                {exchanges.map((each) => (
                  <ShownExchange key={each.address} shown={each} usual={usual} />
                ))}
              </div>
            </Row>
          );
        })}
      </div>
    </View>
  );
}

function inWords(headers: Headers): string {
  const named = Object.entries(headers).map(([name, value]) => `${visibleText(name)}: ${shortText(value)}`);
  return named.length === 0 ? 'no usual header' : named.join(' and ');
}

/** The headers of a message without those that are usual; those that it lacks are named together. */
function unusual(headers: Headers, usual: Headers): Headers {
  const others = Object.entries(headers).filter(([name, value]) => usual[name] !== value);
  const lacking = Object.keys(usual).filter((name) => headers[name] === undefined);
  return Object.fromEntries([...others, ...(lacking.length === 0 ? [] : [['absent', lacking.join(', ')]])]);
}

/**
 * An exchange in as little HTML as possible, because there are hundreds: its messages are short, so that nothing
 * scrolls, and the style names them.
 */
function ShownExchange({
  shown,
  usual,
}: Readonly<{ shown: ShownExchangeOf; usual: ShownEvidence['usual'] }>) {
  const { address, verifies, trail, exchange, test } = shown;
  const { request, response, startedAt, milliseconds } = exchange;
  return (
    <details id={address}>
      <summary>
        {request.method} {shortText(request.url.replace(/^https?:\/\/[^/]*/, ''))} → {response.status}
        <small>
          {verifies.length > mostNamed ? counted(verifies.length, 'requirement') : verifies.join(', ')}
        </small>
      </summary>
      <div>
        <Steps trail={trail} />
        <pre>
          <MessageText headers={unusual(request.headers, usual.request)} body={request.body} />
        </pre>
        <pre>
          <MessageText headers={unusual(response.headers, usual.response)} body={response.body} />
        </pre>
        <p>
          It verified <Links ids={verifies} />
          {test !== undefined && ` in ${test.file}:${test.line}`}, sent {startedAt.slice(11, 23)}, answered in{' '}
          {durationInWords(milliseconds)}
          {cutInWords('request', request.body)}
          {cutInWords('response', response.body)}
        </p>
      </div>
    </details>
  );
}

function Links({ ids }: { readonly ids: readonly string[] }) {
  return (
    <>
      {ids.map((id, index) => (
        <>
          {index > 0 && ', '}
          <a href={`#${id}`}>{id}</a>
        </>
      ))}
    </>
  );
}

/** The size of a body that is not shown as a whole; empty for any other. */
function cutInWords(message: string, body: ShownBody | undefined): string {
  if (body === undefined || (!body.isCut && body.text !== undefined)) return '';
  return `; ${message} of ${counted(body.bytes, 'byte')}${body.text === undefined ? ' that are not text' : ''}${body.isCut ? ', cut' : ''}`;
}

/**
 * The operations at which a requirement was verified, each with one of its exchanges. The exchange is elsewhere in the
 * page, because it is the evidence for many requirements: a link leads there, and a script shows it here.
 */
export function VerifiedAt({ evidence }: { readonly evidence: readonly VerifiedOperation[] }) {
  if (evidence.length === 0) return null;
  const all = evidence.reduce((sum, { exchanges }) => sum + exchanges, 0);
  return (
    <>
      <h3>
        Verified in {counted(all, 'exchange')} with {counted(evidence.length, 'operation')}
      </h3>
      <ul class="verified">
        {evidence.map(({ operationId, exchanges, shown }) => (
          <li key={operationId}>
            {shown === undefined ? operationId : <a href={`#${shown.address}`}>{operationId}</a>}
            {shown !== undefined && ` ${shown.exchange.response.status}`} ×{grouped(exchanges)}
          </li>
        ))}
      </ul>
    </>
  );
}
