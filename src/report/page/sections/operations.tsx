import { counted, grouped } from '../../../contract/values/words.js';
import { durationInWords } from '../../../http/shown/duration-in-words.js';
import type { ConformanceReport } from '../../data/conformance-report.js';
import type { CoverageReport, OperationReport } from '../../data/coverage-report.js';
import type { Cell, CellState, PageContent } from '../content/page-content.js';
import { List, Row, Table, View } from './elements.js';

const looks: Readonly<Record<CellState, readonly [sign: string, word: string]>> = {
  violated: ['✕', 'violated'],
  doubtful: ['≠', 'warned or deviated'],
  none: ['○', 'not exercised'],
  thin: ['◐', 'verified in part'],
  full: ['✓', 'verified'],
  inapplicable: ['–', 'nothing to verify'],
};

/** A row for each operation: how much of it was verified and seen, its rate limit, and its response times. */
export function Operations({ content }: { readonly content: PageContent }) {
  const { operations, report, aspects } = content;
  const numbers = ['Seen', 'Median', '95 %', 'Limit'];
  return (
    <View id="operations" title="Operations">
      <ul class="legend">
        {Object.entries(looks).map(([state, [sign, word]]) => (
          <li key={state}>
            <span class={`cell ${state}`} aria-hidden="true">
              <span>{sign}</span>
            </span>{' '}
            {word}
          </li>
        ))}
      </ul>
      <p class="aside">
        A cell counts the requirements that concern the operation, and how many of them were verified with it.
        A documented status that was never seen is hollow, and an undocumented status is marked. Seen are the
        parameters, statuses, fields and enumeration values. Times are those of successes, without requests
        that a test sent together with others, or to exhaust a limit. The limit is the number of requests per
        minute in the description; a declared or observed one is next to it.
      </p>
      <Table
        label="Verified requirements of each operation"
        class="matrix"
        columns={['Operation', ...aspects, 'Statuses seen', ...numbers]}
        numbers={numbers}
      >
        {operations.map(({ operation, cells }) => {
          const { operationId, method, path, durations } = operation;
          return (
            <tr key={operationId} id={operationId}>
              <th scope="row">
                <span class="method">{method}</span> {path.replace('/api/v1', '')}
                <span class="aside">{operationId}</span>
              </th>
              {cells.map((cell) => (
                <MatrixCell key={cell.aspect} cell={cell} operationId={operationId} />
              ))}
              <td>
                <Statuses operation={operation} />
              </td>
              <td class="number">
                <SeenOf operationId={operationId} coverage={report.coverage} />
              </td>
              {[durations?.median, durations?.percentile95].map((time, index) => (
                <td key={index} class="number">
                  {time === undefined ? '–' : durationInWords(time)}
                </td>
              ))}
              <td class="number">
                <Limit limit={operation.rateLimit} />
              </td>
            </tr>
          );
        })}
      </Table>
      <NotSeen report={report} />
    </View>
  );
}

function MatrixCell({ cell, operationId }: { readonly cell: Cell; readonly operationId: string }) {
  const { state, aspect, requirements, unverified, violated } = cell;
  const [sign, word] = looks[state];
  if (state === 'inapplicable')
    return (
      <td class={`cell ${state}`}>
        <span aria-label={`${aspect}: ${word}`} role="img">
          {sign}
        </span>
      </td>
    );
  const isViolated = violated.length > 0;
  const verified = requirements.length - unverified.length;
  const pressing = (isViolated ? violated : unverified).map(({ id }) => id).join(', ');
  const [shown, label] = isViolated
    ? [`${violated.length}`, `${pressing} ${word}`]
    : [
        `${verified}/${requirements.length}`,
        `${verified} of ${counted(requirements.length, 'requirement')} verified${pressing && `, not ${pressing}`}`,
      ];
  return (
    <td class={`cell ${state}`}>
      <a
        href={`#requirements?operation=${operationId}&aspect=${aspect}`}
        aria-label={`${aspect} ${shown} of ${operationId}`}
        title={label}
      >
        <span class="aspect">{aspect} </span>
        <span aria-hidden="true">{sign}</span> {shown}
      </a>
    </td>
  );
}

function Statuses({ operation: { statuses, documented } }: { readonly operation: OperationReport }) {
  const all = [...new Set([...documented.map(String), ...Object.keys(statuses)])].sort();
  return (
    <ul class="statuses">
      {all.map((status) => {
        const times = statuses[status] ?? 0;
        const isDocumented = documented.includes(Number(status));
        return (
          <li key={status} class={times === 0 ? 'unseen' : isDocumented ? 'seen' : 'undocumented'}>
            {status} {times === 0 ? 'never' : `×${grouped(times)}`}
            {!isDocumented && <span class="unit"> not documented</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** How many elements of an operation were seen, with a link to the others. */
function SeenOf({ operationId, coverage }: Readonly<{ operationId: string; coverage: CoverageReport }>) {
  const { elements = [] } = coverage.operations.find((each) => each.operationId === operationId) ?? {};
  const seen = elements.filter((each) => each.seen).length;
  const shown = `${seen}/${elements.length}`;
  if (seen === elements.length) return <span>{shown}</span>;
  return (
    <a href={`#not-seen-${operationId}`} aria-label={`${shown} seen of ${operationId}`}>
      {shown}
    </a>
  );
}

/** The limit of the description, and what differs from it. */
function Limit({ limit: { stated, declared, observed, atLeast } }: { limit: OperationReport['rateLimit'] }) {
  const expected = declared ?? stated;
  const differs = observed !== undefined && (atLeast ? observed > expected : observed !== expected);
  return (
    <>
      {stated}
      {declared !== undefined && declared !== stated && <div class="differing">declared {declared}</div>}
      {observed !== undefined && (
        <div class={differs ? 'differing' : 'aside'}>
          observed {atLeast ? 'at least ' : ''}
          {observed}
        </div>
      )}
    </>
  );
}

/** The elements of the contract that the run did not see, by operation, and how many there are of each kind. */
function NotSeen({ report: { coverage } }: { readonly report: ConformanceReport }) {
  const totals = Object.entries(coverage.totals).map(
    ([kind, { seen, of, excused }]) =>
      `${grouped(seen)} of ${grouped(of)} ${kind}${excused === 0 ? '' : ` (${excused} not, for a known reason)`}`,
  );
  return (
    <>
      <h2 id="not-seen">What was not seen of the contract</h2>
      <p>The run saw {totals.join(', ')}.</p>
      <div class="rows">
        {coverage.operations.map(({ operationId, elements }) => {
          const unseen = elements.filter(({ seen }) => !seen);
          const open = unseen.filter(({ reason }) => reason === undefined).length;
          if (unseen.length === 0) return null;
          return (
            <Row
              key={operationId}
              class="covered"
              id={`not-seen-${operationId}`}
              head={
                <>
                  <span class="id">{operationId}</span>
                  <span class={open > 0 ? 'differing' : 'aside'}>
                    {open > 0 ? `${open} not seen` : `${unseen.length} not seen, for a known reason`}
                  </span>
                </>
              }
            >
              <List
                entries={unseen.map(({ kind, name, reason }) => (
                  <>
                    {kind} <code>{name}</code>
                    {reason !== undefined && `: ${reason}`}
                  </>
                ))}
              />
            </Row>
          );
        })}
      </div>
    </>
  );
}
