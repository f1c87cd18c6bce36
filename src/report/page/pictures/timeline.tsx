/** @jsxImportSource preact */

import { counted, grouped } from '../../../contract/values/words.js';
import { spanInWords } from '../../../http/shown/duration-in-words.js';
import { visibleText } from '../../../http/shown/shown-exchange.js';
import type { ConformanceReport } from '../../data/conformance-report.js';
import type { JoinedFinding, PageContent } from '../content/page-content.js';
import { Table, TestTitle } from '../sections/elements.js';
import { Bar, Dot, Label, Legend, Line, Picture, Plot, Swatch, timeTicks } from './chart.js';
import { type Lane, lanesOf, stretchesOf, topicOf } from './lanes.js';

/** Pixels: a lane, and within it the marks of findings and the bars below them. */
const [laneHeight, markHeight, barHeight] = [46, 22, 20];
/** The parts of a run at which a topic has room for its name, also on a small screen. */
const [roomForCode, roomOnSmallScreen] = [0.034, 0.1];
/** Bars that are shorter than this part of the run are joined, and marks that are closer than that one are one mark. */
const [oneBar, oneMark] = [1 / 300, 0.04];
const mostListed = 12;

const waitNames = [
  ['turn', 'waits for its turn within a rate limit'],
  ['clock', 'waits for time to pass on the target’s clock'],
] as const;

/** The run as a timeline: a lane for each worker, a bar for each test, and a mark at each violation. */
export function Timeline({ content }: { readonly content: Pick<PageContent, 'report' | 'requirements'> }) {
  const { report } = content;
  const timed = report.tests.filter(({ began }) => began !== undefined);
  if (timed.length === 0) return null;
  const ends = timed.map(({ began, milliseconds }) => (began?.after ?? 0) + milliseconds);
  const whole = Math.max(report.durationMs, ...ends, 1);
  const lanes = lanesOf(timed, whole * oneBar);
  const moments = momentsOf(content, lanes);
  const says = inWords(report, lanes, moments);
  return (
    <Picture kind="timeline" says={says}>
      <Plot
        height={lanes.length * laneHeight}
        ticks={timeTicks(whole)}
        hasLinks
        label={`Timeline of the run. ${says}`}
        rows={{
          width: 68,
          labels: lanes.map(({ worker }, index) => [
            index * laneHeight + markHeight + barHeight / 2,
            `worker ${worker}`,
          ]),
        }}
      >
        <defs>
          <Hatch id="hatch-turn" path="M0 6 L6 0 M-1 1 L1 -1 M5 7 L7 5" />
          <Hatch id="hatch-clock" path="M1 0 V6 M4 0 V6" />
        </defs>
        {lanes.map((lane, index) => (
          <Bars key={index} lane={lane} y={index * laneHeight + markHeight} whole={whole} report={report} />
        ))}
        {marksOf(moments, whole).map((each) => (
          <FindingMark key={`${each.lane} ${each.at}`} mark={each} at={each.at / whole} />
        ))}
      </Plot>
      <Legend entries={legendOf(report, lanes)} />
      <Moments moments={moments} />
      <Longest tests={timed} />
    </Picture>
  );
}

/** The tests of a lane, their waits, and the topics that have room for their names. */
function Bars({
  lane,
  y,
  whole,
  report,
}: Readonly<{ lane: Lane; y: number; whole: number; report: ConformanceReport }>) {
  const spanOf = (from: number, to: number) => ({ from: from / whole, to: to / whole, y, height: barHeight });
  return (
    <>
      {lane.bars.map(({ from, to, topic, tests: [only, ...others] }) => {
        const name = others.length > 0 ? counted(others.length + 1, 'test') : visibleText(only?.title ?? '');
        const title = to - from > 0.004 * whole ? `${topic}: ${name}, ${spanInWords(to - from)}` : undefined;
        const look = `test-bar ${lookOf(topic, report)}`;
        return <Bar key={from} {...spanOf(from, to)} look={look} title={title} />;
      })}
      {lane.waits
        .filter(({ milliseconds }) => milliseconds > 0.001 * whole)
        .map(({ kind, from, milliseconds }) => (
          <Bar key={from} {...spanOf(from, from + milliseconds)} look={kind} />
        ))}
      {stretchesOf(lane)
        .map((stretch) => ({ ...stretch, part: (stretch.to - stretch.from) / whole }))
        .filter(({ part }) => part > roomForCode)
        .map(({ from, topic, part }) => {
          const look = `code ${lookOf(topic, report)}${part > roomOnSmallScreen ? '' : ' narrow'}`;
          return (
            <Label key={from} look={look} x={from / whole + 0.003} y={y + 14}>
              {topic}
            </Label>
          );
        })}
    </>
  );
}

/** Findings, and the moment of the first one's exchange in milliseconds since the run began. */
interface Moment {
  readonly lane: number;
  readonly at: number;
  readonly findings: readonly JoinedFinding[];
}

/** Each finding with its moment, or with the end of its test if that is unknown. */
function momentsOf(
  { report, requirements }: Pick<PageContent, 'report' | 'requirements'>,
  lanes: readonly Lane[],
): readonly Moment[] {
  const began = Date.parse(report.startedAt);
  const bars = lanes.flatMap((lane, index) => lane.bars.map((bar) => ({ bar, lane: index })));
  const moments = requirements.flatMap(({ findings }) =>
    findings.flatMap((joined): Moment[] => {
      const { test, exchange } = joined.finding;
      const found = bars.find(({ bar }) => bar.tests.some(({ id }) => id === test));
      if (found === undefined) return [];
      const { bar, lane } = found;
      const sent = Date.parse(exchange.startedAt) - began;
      return [{ lane, at: sent >= bar.from && sent <= bar.to ? sent : bar.to, findings: [joined] }];
    }),
  );
  return moments.toSorted((a, b) => a.at - b.at);
}

/** The same moments, with those that are close together in a lane joined. */
function marksOf(moments: readonly Moment[], whole: number): readonly Moment[] {
  const marks: Moment[] = [];
  for (const moment of moments) {
    const index = marks.findLastIndex((each) => each.lane === moment.lane);
    const before = marks[index];
    if (before !== undefined && moment.at - before.at < oneMark * whole)
      marks[index] = { ...before, findings: [...before.findings, ...moment.findings] };
    else marks.push(moment);
  }
  return marks;
}

function FindingMark({ mark: { lane, findings }, at }: { readonly mark: Moment; readonly at: number }) {
  const y = lane * laneHeight + markHeight / 2;
  const ids = findings.map(({ address }) => address);
  return (
    <a href={`#${ids[0]}`}>
      <title>{`${counted(findings.length, 'violation')}: ${ids.join(', ')}`}</title>
      <Line look="moment" x={[at]} y={[y, y + markHeight / 2 + barHeight]} />
      <Dot look="moment" x={at} y={y} sign={findings.length > 1 ? findings.length : '✕'} />
    </a>
  );
}

/** The colour of a topic: the binary digits of its number. */
function lookOf(topic: string, { topics }: Pick<ConformanceReport, 'topics'>): string {
  const index = topics.findIndex(({ prefix }) => prefix === topic);
  const digits = [1, 2, 4, 8].filter((digit) => index >= 0 && (index & digit) > 0);
  return ['hue', ...digits.map((digit) => `hue-${digit}`)].join(' ');
}

function Hatch({ id, path }: Readonly<{ id: string; path: string }>) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
      <path class="hatch" d={path} />
    </pattern>
  );
}

/** The topics by the time that they took, the longest first, and the kinds of waits. */
function legendOf({ topics, ...report }: ConformanceReport, lanes: readonly Lane[]) {
  const tests = lanes.flatMap(({ bars }) => bars.flatMap((bar) => bar.tests));
  const waits = lanes.flatMap((lane) => lane.waits);
  const prefixes = [...new Set(tests.map(topicOf))].map((prefix) => {
    const own = tests.filter((test) => topicOf(test) === prefix);
    return { prefix, own, took: timeOf(own) };
  });
  return [
    ...prefixes
      .toSorted((a, b) => b.took - a.took)
      .map(({ prefix, own, took }) => (
        <>
          <Swatch look={lookOf(prefix, { topics, ...report })} /> <b>{prefix}</b>{' '}
          {topics.find((topic) => topic.prefix === prefix)?.title ?? 'no requirement'}{' '}
          <span class="aside">
            {spanInWords(took)}, {counted(own.length, 'test')}
          </span>
        </>
      )),
    ...waitNames
      .map(([kind, name]) => ({ kind, name, own: waits.filter((wait) => wait.kind === kind) }))
      .filter(({ own }) => own.length > 0)
      .map(({ kind, name, own }) => (
        <>
          <Swatch look={kind} /> {name}{' '}
          <span class="aside">
            {spanInWords(timeOf(own))}, {counted(own.length, 'wait')}
          </span>
        </>
      )),
  ];
}

function timeOf(all: readonly { readonly milliseconds: number }[]): number {
  return all.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

function inWords(report: ConformanceReport, lanes: readonly Lane[], moments: readonly Moment[]): string {
  const count = lanes.reduce((sum, { bars }) => sum + bars.flatMap(({ tests }) => tests).length, 0);
  const workers = new Set(lanes.map(({ worker }) => worker)).size;
  const [first] = moments;
  const violations =
    first === undefined
      ? 'no violation'
      : `${counted(moments.length, 'violation')}, the first after ${spanInWords(first.at)}`;
  return `${counted(count, 'test')} on ${counted(workers, 'worker')} took ${spanInWords(report.durationMs)}: ${violations}.`;
}

/** The violations in the order in which they were found. */
function Moments({ moments }: { readonly moments: readonly Moment[] }) {
  if (moments.length === 0) return null;
  const listed = moments.slice(0, mostListed).flatMap(({ at, findings }) =>
    findings.map(({ address }) => (
      <>
        <span class="differing" aria-hidden="true">
          ✕
        </span>{' '}
        <a href={`#${address}`}>{address}</a> <span class="aside">after {spanInWords(at)}</span>
      </>
    )),
  );
  const more = moments.length > mostListed ? [`and ${grouped(moments.length - mostListed)} more`] : [];
  return <Legend entries={[...listed, ...more]} />;
}

function Longest({ tests }: Pick<ConformanceReport, 'tests'>) {
  const longest = tests.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, mostListed);
  const isWaiting = longest.some(({ waits = [] }) => timeOf(waits) > 0);
  return (
    <details>
      <summary>The longest tests</summary>
      <Table
        label="The longest tests"
        columns={['Took', ...(isWaiting ? ['Waited'] : []), 'Began', 'Worker', 'Test']}
      >
        {longest.map((test) => (
          <tr key={test.id}>
            <td class="number">{spanInWords(test.milliseconds)}</td>
            {isWaiting && (
              <td class="number">
                {timeOf(test.waits ?? []) > 0 ? spanInWords(timeOf(test.waits ?? [])) : '–'}
              </td>
            )}
            <td class="number">{spanInWords(test.began?.after ?? 0)}</td>
            <td class="number">{test.began?.worker}</td>
            <td>
              <TestTitle test={test} />
            </td>
          </tr>
        ))}
      </Table>
    </details>
  );
}
