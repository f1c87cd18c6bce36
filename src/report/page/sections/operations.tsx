import { counted, grouped } from '../../../contract/values/words.js';
import { durationInWords } from '../../../http/shown/duration-in-words.js';
import type { OperationReport, ResponseTimes } from '../../data/coverage-report.js';
import type { Cell, CellState, PageContent } from '../content/page-content.js';
import { Bar, Line, logAxis } from '../pictures/chart.js';
import { OperationPages } from '../pictures/operation-page.js';
import { Table, View } from './elements.js';

const looks: Readonly<Record<CellState, readonly [sign: string, word: string]>> = {
  violated: ['✕', 'violated'],
  doubtful: ['≠', 'warned or deviated'],
  none: ['○', 'not exercised'],
  thin: ['◐', 'verified in part'],
  full: ['✓', 'verified'],
  inapplicable: ['–', 'nothing to verify'],
};

/**
 * A row for each operation: its violations, the requirements that were not verified, its speed and its rate limit.
 */
export function Operations({ content }: { readonly content: PageContent }) {
  const { operations } = content;
  const isFilled = (aspect: string) =>
    operations.some(({ cells }) =>
      cells.some((cell) => cell.aspect === aspect && cell.state !== 'inapplicable'),
    );
  const aspects = content.aspects.filter(isFilled);
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
        A cell counts the requirements that concern the operation, and how many of them were verified with it.{' '}
        <span class="times">Statuses show how often each was seen. </span>A documented status that was never
        seen is hollow, and an undocumented status is marked.
      </p>
      <Table
        label="Verified requirements of each operation"
        class="matrix"
        columns={['Operation', ...aspects, 'Statuses seen']}
      >
        {operations.map(({ operation, cells }) => {
          const { operationId, method, path } = operation;
          return (
            <tr key={operationId} id={operationId} tabIndex={-1}>
              <th scope="row">
                <span class="method">{method}</span> {path.replace('/api/v1', '')}
                <span class="aside">
                  <a href={`#coverage-${operationId}`}>{operationId}</a>
                </span>
              </th>
              {cells
                .filter(({ aspect }) => aspects.includes(aspect))
                .map((cell) => (
                  <MatrixCell key={cell.aspect} cell={cell} operationId={operationId} />
                ))}
              <td>
                <Statuses operation={operation} />
              </td>
            </tr>
          );
        })}
      </Table>
      <TimesAndLimits operations={operations.map(({ operation }) => operation)} />
      <OperationPages content={content} />
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
  const shown = isViolated ? `${violated.length}` : `${verified}/${requirements.length}`;
  const pressing = isViolated ? violated : unverified;
  const [only, ...others] = pressing;
  const href =
    only !== undefined && others.length === 0
      ? `#${only.id}`
      : `#requirements?operation=${operationId}&aspect=${aspect}`;
  const ids = pressing.map(({ id }) => id).join(', ');
  const label = isViolated
    ? `${ids} ${word}`
    : `${verified} of ${counted(requirements.length, 'requirement')} verified${ids === '' ? '' : `, not ${ids}`}`;
  return (
    <td class={`cell ${state}`}>
      <a href={href} aria-label={`${aspect} ${shown} of ${operationId}`} title={label}>
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
        const look = times === 0 ? 'unseen' : isDocumented ? 'seen' : 'undocumented';
        const label = times === 0 ? 'never seen' : `seen ${counted(times, 'time')}`;
        return (
          <li key={status} class={look} title={isDocumented ? label : `${label}, not documented`}>
            {status}
            <span class="times">{times === 0 ? ' never' : ` ×${grouped(times)}`}</span>
            {!isDocumented && <span class="unit"> not documented</span>}
          </li>
        );
      })}
    </ul>
  );
}

function TimesAndLimits({ operations }: { readonly operations: readonly OperationReport[] }) {
  const bars = operations.flatMap(({ durations }) => durations?.histogram ?? []);
  const axis = logAxis(
    Math.max(Math.min(...bars.map(({ from }) => from), 1), 0.1),
    Math.max(...bars.map(({ to }) => to), 10),
  );
  const [slowest] = operations
    .flatMap(({ operationId, durations }) => (durations === undefined ? [] : [{ operationId, ...durations }]))
    .toSorted((a, b) => b.percentile95 - a.percentile95);
  const isTimed = operations.some(({ durations }) => durations !== undefined);
  const isDeclared = operations.some(({ rateLimit }) => rateLimit.declared !== undefined);
  const isObserved = operations.some(({ rateLimit }) => rateLimit.observed !== undefined);
  const numbers = [
    ...(isTimed ? ['Median', '95 %'] : []),
    'Stated',
    ...(isDeclared ? ['Declared'] : []),
    ...(isObserved ? ['Observed'] : []),
  ];
  return (
    <>
      <h2 id="response-times">Response times and rate limits</h2>
      <p class="aside">
        {isTimed &&
          'Times of successful responses, on one logarithmic scale: the solid line is the median, the dashed line the 95th percentile. Requests that a test sent together with others, or to exhaust a limit, don’t count. '}
        Limits are requests per minute: those of the description, those that the target declares, and the
        number that passed in a window until one was refused.
      </p>
      {slowest !== undefined && (
        <p>
          {slowest.operationId} is the slowest: 95 of 100 responses within{' '}
          {durationInWords(slowest.percentile95)}.
        </p>
      )}
      <Table
        label="Response times and rate limits of each operation"
        class="times-table"
        columns={['Operation', ...(isTimed ? ['Times'] : []), ...numbers]}
        numbers={numbers}
      >
        {operations.map(({ operationId, durations, rateLimit }) => {
          const { stated, declared, observed, atLeast } = rateLimit;
          return (
            <tr key={operationId}>
              <th scope="row">
                <a href={`#operation/${operationId}`}>{operationId}</a>
              </th>
              {isTimed && <Times durations={durations} axis={axis} />}
              <td class="number">{stated}</td>
              {isDeclared && <Limit value={declared} expected={stated} />}
              {isObserved && <Limit value={observed} expected={declared ?? stated} atLeast={atLeast} />}
            </tr>
          );
        })}
      </Table>
    </>
  );
}

function Times({
  durations,
  axis,
}: Readonly<{ durations: ResponseTimes | undefined; axis: TimesPlotProps['axis'] }>) {
  if (durations === undefined)
    return (
      <>
        <td class="aside">no success</td>
        <td class="number zero">–</td>
        <td class="number zero">–</td>
      </>
    );
  return (
    <>
      <td>
        <TimesPlot times={durations} axis={axis} />
      </td>
      <td class="number">{durationInWords(durations.median)}</td>
      <td class="number">{durationInWords(durations.percentile95)}</td>
    </>
  );
}

interface LimitProps {
  readonly value: number | undefined;
  readonly expected: number;
  /** Whether the window was not exhausted. */
  readonly atLeast?: true | undefined;
}

function Limit({ value, expected, atLeast }: LimitProps) {
  if (value === undefined) return <td class="number zero">–</td>;
  const differs = atLeast ? value > expected : value !== expected;
  return <td class={differs ? 'number differing' : 'number'}>{atLeast ? `at least ${value}` : value}</td>;
}

/** Pixels of the distribution of response times. */
const [width, height] = [200, 28];

interface TimesPlotProps {
  readonly times: ResponseTimes;
  /** One axis for all operations, so that their plots can be compared. */
  readonly axis: (milliseconds: number) => number;
}

/** The distribution of an operation's response times, with median and 95th percentile. */
function TimesPlot({ times: { answers: responses, histogram, median, percentile95 }, axis }: TimesPlotProps) {
  const most = Math.max(...histogram.map((bar) => bar.answers));
  return (
    <svg width={width} height={height} role="img">
      <title>{`${responses} responses, median ${durationInWords(median)}`}</title>
      {histogram
        .filter((bar) => bar.answers > 0)
        .map(({ from, to, answers: own }) => {
          const tall = Math.max(Math.round((own / most) * (height - 4)), 1);
          return (
            <Bar key={from} look="column" from={axis(from)} to={axis(to)} y={height - tall} height={tall} />
          );
        })}
      <Line look="median" x={[axis(median)]} y={[0, height]} />
      <Line look="percentile" x={[axis(percentile95)]} y={[0, height]} />
    </svg>
  );
}
