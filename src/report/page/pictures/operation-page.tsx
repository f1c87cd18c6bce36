/** @jsxImportSource preact */
import { shortText } from '../../../http/shown/shown-exchange.js';
import type { OperationReport } from '../../data/coverage-report.js';
import { counted, grouped } from '../../data/in-words.js';
import type { ClosedOperation, ClosedRow } from '../content/closed-contract.js';
import type { PageContent, RequirementContent } from '../content/page-content.js';
import { AddressLinks, Definitions, List } from '../sections/elements.js';
import { TrackPicture } from './batch-track.js';
import { drawnForOperation } from './chosen-observations.js';
import { TimesHistogram } from './response-times.js';
import { percent } from './scale.js';
import { CurveLegend, CurvePicture } from './window-curve.js';

/** A page for each operation, closed until someone opens it: everything that the run knows of the operation. */
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

type ViolatedHere = Pick<RequirementContent, 'requirement' | 'findings'>;
type Row = PageContent['operations'][number];

function OperationPage({ row, content }: { readonly row: Row; readonly content: PageContent }) {
  const { operation, cells } = row;
  const { operationId, method, path, durations, rateLimit } = operation;
  const ids = (requirements: readonly { readonly id: string }[]) => requirements.map(({ id }) => id);
  const violated = new Set(cells.flatMap((cell) => ids(cell.violated)));
  const unverified = new Set(cells.flatMap((cell) => ids(cell.unverified)).filter((id) => !violated.has(id)));
  const verified = cells
    .flatMap((cell) => ids(cell.requirements))
    .filter((id) => !violated.has(id) && !unverified.has(id));
  const here = content.requirements
    .filter(({ requirement }) => violated.has(requirement.id))
    .map(({ requirement, findings }) => ({
      requirement,
      findings: findings.filter(
        ({ finding }) => finding.operationId === operationId || finding.write === operationId,
      ),
    }));
  const { tracks, curves } = drawnForOperation(content.report, operationId);
  const contract = content.contract?.find((each) => each.operationId === operationId);
  return (
    <details class="operation-page" id={`operation/${operationId}`}>
      <summary>
        <span class="method">{method}</span> {path.replace('/api/v1', '')}{' '}
        <span class="id">{operationId}</span>{' '}
        <span class={violated.size > 0 ? 'differing' : 'aside'}>
          {violated.size > 0
            ? `✕ ${violated.size} violated`
            : `✓ ${verified.length} of ${verified.length + unverified.size} verified`}
        </span>
      </summary>
      <div class="details">
        <Violated violated={here} />
        <h3>What was verified</h3>
        <Definitions
          class="about-operation"
          entries={[
            ['○ Not verified', [...unverified]] as const,
            [`✓ Verified (${verified.length})`, verified] as const,
          ]
            .filter(([, own]) => own.length > 0)
            .map(([name, own]) => [name, <AddressLinks key={name} ids={own} />])}
        />
        <div class="pictures">
          <div>
            <h3>Statuses</h3>
            <StatusBars operation={operation} />
          </div>
          <div>
            <h3>Response times</h3>
            {durations === undefined ? <p>No request succeeded.</p> : <TimesHistogram times={durations} />}
          </div>
          <div>
            <h3>Rate limit</h3>
            {curves.length === 0 && <p>{limitInWords(rateLimit)}</p>}
            {curves.map((curve) => (
              <CurvePicture key={curve.test} curve={curve} limits={rateLimit} />
            ))}
          </div>
          {tracks.length > 0 && (
            <div>
              <h3>A batch</h3>
              {tracks.map((track) => (
                <TrackPicture key={track.test} track={track} />
              ))}
            </div>
          )}
        </div>
        <Contract contract={contract} />
      </div>
    </details>
  );
}

/** The violated requirements, each with links to its findings at the operation. */
function Violated({ violated }: { readonly violated: readonly ViolatedHere[] }) {
  return (
    <List
      level="h3"
      title={counted(violated.length, 'violated requirement')}
      class="listed"
      entries={violated.map(({ requirement: { id, sentence }, findings }) => (
        <>
          ✕ <a href={`#${id}`}>{id}</a> {sentence}{' '}
          {findings.map(({ address }) => (
            <a key={address} href={`#${address}`}>
              {address}{' '}
            </a>
          ))}
        </>
      ))}
    />
  );
}

/** How often each status was seen, as a bar: undocumented ones in red, documented ones that were never seen hollow. */
function StatusBars({ operation: { statuses, documented } }: { readonly operation: OperationReport }) {
  const all = [...new Set([...documented.map(String), ...Object.keys(statuses)])].sort();
  const most = Math.max(...Object.values(statuses), 1);
  return (
    <dl class="status-bars">
      {all.map((status) => {
        const times = statuses[status] ?? 0;
        const isDocumented = documented.includes(Number(status));
        const look = times === 0 ? 'never' : isDocumented ? 'seen' : 'undocumented';
        return (
          <div key={status} class={look}>
            <dt>{status}</dt>
            <dd>
              <svg width="100%" height="12" aria-hidden="true">
                <rect class="extent" width={percent(Math.max(times / most, 0.008))} height="12" rx="2" />
              </svg>
              {times === 0 ? 'never' : `×${grouped(times)}`}
              {!isDocumented && ' ✕ not documented'}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function limitInWords({ stated, declared, observed }: OperationReport['rateLimit']): string {
  const seen = observed === undefined ? 'not exhausted in this run' : `${grouped(observed)} observed`;
  return `${counted(stated, 'request')} per minute stated, ${declared === undefined ? '' : `${grouped(declared)} declared, `}${seen}.`;
}

/** The contract of the operation as closed: the elements that the target words otherwise, and the others by part. */
function Contract({ contract }: { readonly contract: ClosedOperation | undefined }) {
  if (contract === undefined) return null;
  const { operationId, rows, counts } = contract;
  const parts = [...new Set(rows.map(({ part }) => part))];
  return (
    <>
      <h3>Contract</h3>
      <p class="aside">
        {counts.map(([standing, count]) => `${count} ${standing}`).join(', ')}:{' '}
        <a href={`#contract-${operationId}`}>each element with its source</a>
      </p>
      <Definitions
        class="about-operation contract"
        entries={parts.map((part) => [
          part,
          <Elements key={part} rows={rows.filter((row) => row.part === part)} />,
        ])}
      />
    </>
  );
}

function Elements({ rows }: { readonly rows: readonly ClosedRow[] }) {
  const [changed, same] = [rows.filter(isChanged), rows.filter((row) => !isChanged(row))];
  return (
    <>
      {changed.map(({ ours, theirs, standing, steps }) => (
        <div key={ours} class="changed">
          {shortText(ours) || 'the body'} → {theirs === undefined ? 'absent' : shortText(theirs)}{' '}
          <span class="aside">
            {standing} {shortText(steps.join('; '))}
          </span>
        </div>
      ))}
      {same.map(({ ours, standing }) => `${shortText(ours)}${standing === 'open' ? '?' : ''}`).join(', ')}
    </>
  );
}

function isChanged({ ours, theirs, steps }: ClosedRow): boolean {
  return theirs !== ours || steps.length > 0;
}
