/** @jsxImportSource preact */
import type { PageContent } from '../content/page-content.js';
import { AddressLinks, Chips, Definitions } from '../sections/elements.js';
import { TrackPicture } from './batch-track.js';
import { CurveLegend, CurvePicture } from './window-curve.js';

/** A page for each operation, closed until someone opens it: its rate limit, its batch, and links to the rest. */
export function OperationPages({ content }: { readonly content: PageContent }) {
  return (
    <>
      <h2 id="operation-pages">Each operation</h2>
      <CurveLegend />
      {content.operations.map((each) => (
        <OperationPage key={each.operation.operationId} row={each} content={content} />
      ))}
    </>
  );
}

interface OperationPageProps {
  readonly row: PageContent['operations'][number];
  readonly content: PageContent;
}

function OperationPage({ row: { operation, cells }, content }: OperationPageProps) {
  const { operationId, method, path, rateLimit } = operation;
  const { batches = [], windows = [] } = content.report.observations ?? {};
  const idsOf = (of: 'requirements' | 'violated' | 'unverified') =>
    new Set(cells.flatMap((cell) => cell[of].map(({ id }) => id)));
  const violated = idsOf('violated');
  const unverified = [...idsOf('unverified')].filter((id) => !violated.has(id));
  const verified = idsOf('requirements').size - violated.size - unverified.length;
  const findings = content.violations.flatMap((each) =>
    each.findings.filter(({ finding }) => [finding.operationId, finding.write].includes(operationId)),
  );
  const curve = windows.find((each) => each.operationId === operationId);
  const track = batches.find(({ write, results }) => [write, results].includes(operationId));
  const links = [
    [`requirements?operation=${operationId}`, 'requirements'],
    [operationId, 'statuses'],
    [`coverage-${operationId}`, 'coverage'],
    ...(content.evidence.some((each) => each.operationId === operationId)
      ? [[`evidence-${operationId}`, 'evidence']]
      : []),
  ] as const;
  return (
    <details class="operation-page" id={`operation/${operationId}`}>
      <summary>
        <span class="method">{method}</span> {path.replace('/api/v1', '')}{' '}
        <span class="id">{operationId}</span>{' '}
        <span class={violated.size > 0 ? 'differing' : 'aside'}>
          {violated.size > 0
            ? `✕ ${violated.size} violated`
            : `✓ ${verified} of ${verified + unverified.length} verified`}
        </span>
      </summary>
      <div class="details">
        <Definitions
          class="facts-list"
          entries={[
            ['✕ Violated', [...violated]] as const,
            ['Findings', findings.map(({ address }) => address)] as const,
            ['○ Not verified', unverified] as const,
          ]
            .filter(([, ids]) => ids.length > 0)
            .map(([name, ids]) => [name, <AddressLinks key={name} ids={ids} />])}
        />
        <Chips entries={links.map(([address = '', children]) => ({ address, children }))} />
        <div class="pictures">
          {curve !== undefined && <CurvePicture curve={curve} limits={rateLimit} title="Rate limit" />}
          {track !== undefined && <TrackPicture track={track} />}
        </div>
      </div>
    </details>
  );
}
