import type { ConformanceReport, OperationReport } from '../../conformance-report.js';
import { counted, grouped } from '../content/in-words.js';
import { aspects, type Cell, type CellState, cellsOf } from '../content/joined-findings.js';
import { TimesAndLimits } from './times-and-limits.js';
import { Scrollable, View } from './view.js';

const looks: Readonly<Record<CellState, { readonly sign: string; readonly word: string }>> = {
  violated: { sign: '✕', word: 'violated' },
  doubtful: { sign: '≠', word: 'warned or deviated' },
  none: { sign: '○', word: 'not exercised' },
  thin: { sign: '◐', word: 'thin' },
  full: { sign: '✓', word: 'verified' },
  inapplicable: { sign: '–', word: 'nothing to verify' },
};

/**
 * A row for each operation: its violations, the requirements that were not verified, its speed and its rate limit.
 */
export function Operations({ report }: { readonly report: ConformanceReport }) {
  return (
    <View id="operations" title="Operations">
      <ul class="legend">
        {Object.entries(looks).map(([state, { sign, word }]) => (
          <li key={state}>
            <span class={`cell ${state}`} aria-hidden="true">
              {sign}
            </span>{' '}
            {word}
          </li>
        ))}
      </ul>
      <p class="aside">
        A cell counts the requirements that concern the operation, and how many of them were verified with it.
        Statuses show how often each was seen. A documented status that was never seen is hollow, and an
        undocumented status is marked.
      </p>
      <Scrollable label="Verified requirements of each operation">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">Operation</th>
              {aspects.map(({ name }) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
              <th scope="col">Statuses seen</th>
            </tr>
          </thead>
          <tbody>
            {report.operations.map((operation) => (
              <tr key={operation.operationId} id={operation.operationId} tabIndex={-1}>
                <OperationName operation={operation} />
                {cellsOf(operation, report).map((cell) => (
                  <MatrixCell key={cell.aspect.name} cell={cell} operationId={operation.operationId} />
                ))}
                <td>
                  <Statuses operation={operation} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrollable>
      <TimesAndLimits operations={report.operations} />
    </View>
  );
}

function OperationName({
  operation: { method, path, operationId },
}: {
  readonly operation: OperationReport;
}) {
  return (
    <th scope="row">
      <span class="method">{method}</span> {path.replace('/api/v1', '')}
      <span class="aside">
        <a href={`#coverage-${operationId}`}>{operationId}</a>
      </span>
    </th>
  );
}

function MatrixCell({ cell, operationId }: { readonly cell: Cell; readonly operationId: string }) {
  const { state, aspect, requirements, unverified, violated } = cell;
  const { sign, word } = looks[state];
  if (state === 'inapplicable')
    return (
      <td class={`cell ${state}`}>
        <span aria-label={`${aspect.name}: ${word}`} role="img">
          {sign}
        </span>
      </td>
    );
  const isViolated = violated.length > 0;
  const verified = requirements.length - unverified.length;
  const shown = isViolated ? `${violated.length}` : `${verified}/${requirements.length}`;
  const pressing = isViolated ? violated : unverified;
  const [only, ...others] = pressing;
  const href =
    only !== undefined && others.length === 0
      ? `#${only.id}`
      : `#requirements?operation=${operationId}&aspect=${aspect.name}`;
  const ids = pressing.map(({ id }) => id).join(', ');
  const told = isViolated
    ? `${ids} ${word}`
    : `${verified} of ${counted(requirements.length, 'requirement')} verified${ids === '' ? '' : `, not ${ids}`}`;
  return (
    <td class={`cell ${state}`}>
      <a href={href} aria-label={`${shown} ${aspect.name} of ${operationId}: ${told}`} title={told}>
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
        const look = times === 0 ? 'unseen' : isDocumented ? 'seen' : 'undocumented';
        const told = times === 0 ? 'never seen' : `seen ${counted(times, 'time')}`;
        return (
          <li key={status} class={look} title={isDocumented ? told : `${told}, not documented`}>
            {status}
            <span class="times">{times === 0 ? ' never' : ` ×${grouped(times)}`}</span>
            {!isDocumented && <span class="unit"> not documented</span>}
          </li>
        );
      })}
    </ul>
  );
}
