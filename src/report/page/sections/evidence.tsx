import { shortText } from '../../../http/shown-exchange.js';
import { counted, grouped } from '../../in-words.js';
import type { Evidence, ShownExchangeOf } from '../content/evidence.js';
import type { PageContent } from '../content/page-content.js';
import { AddressLinks, Row, View } from './elements.js';
import { Exchange } from './exchange.js';
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
        over the wire. Keys are replaced, and long bodies are cut.
      </p>
      <div class="rows">
        {evidence.map(({ operationId, exchanges }) => {
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
              {exchanges.map((each) => (
                <ShownExchange key={each.address} shown={each} />
              ))}
            </Row>
          );
        })}
      </div>
    </View>
  );
}

function ShownExchange({ shown }: { readonly shown: ShownExchangeOf }) {
  const { address, verifies, trail, exchange, test } = shown;
  return (
    <Row
      class="evidence"
      id={address}
      head={
        <>
          <span class="line">
            {exchange.request.method} {shortText(exchange.request.url.replace(/^https?:\/\/[^/]*/, ''))} →{' '}
            {exchange.response.status}
          </span>
          <small>
            {verifies.length > mostNamed ? counted(verifies.length, 'requirement') : verifies.join(', ')}
          </small>
        </>
      }
    >
      <div class="resting">
        It verified <AddressLinks ids={verifies} />
      </div>
      <Steps trail={trail} />
      <Exchange exchange={exchange} />
      {test !== undefined && (
        <p class="aside">
          Sent by {test.file}:{test.line}
        </p>
      )}
    </Row>
  );
}

/**
 * The operations at which a requirement was verified, each with one of its exchanges. The exchange is elsewhere in the
 * page, because it is the evidence for many requirements: without scripts a link leads there, a script shows it here.
 */
export function VerifiedAt({ evidence }: { readonly evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return null;
  const all = evidence.reduce((sum, { exchanges }) => sum + exchanges, 0);
  return (
    <>
      <h3>
        Verified in {counted(all, 'exchange')} with {counted(evidence.length, 'operation')}
      </h3>
      <div class="rows verified">
        {evidence.map(({ operationId, exchanges, shown }) =>
          shown === undefined ? (
            <p class="unopened" key={operationId}>
              <span class="id">{operationId}</span> <span class="number">×{grouped(exchanges)}</span>
            </p>
          ) : (
            <details class="row" key={operationId}>
              <summary>
                <span class="id">{operationId}</span>
                <span>{shown.exchange.response.status}</span>
                <span class="number">×{grouped(exchanges)}</span>
              </summary>
              <a href={`#${shown.address}`}>One of them in full</a>
            </details>
          ),
        )}
      </div>
    </>
  );
}
