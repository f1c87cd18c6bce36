/** @jsxImportSource preact */

import { spanInWords } from '../../../http/shown/duration-in-words.js';
import { visibleText } from '../../../http/shown/shown-exchange.js';
import type { Wait } from '../../../verdicts/recording/observations.js';
import type { ConformanceReport } from '../../data/conformance-report.js';
import { counted, grouped } from '../../data/in-words.js';
import type { JoinedFinding, PageContent } from '../content/page-content.js';
import { Table, TestTitle } from '../sections/elements.js';
import { type Bar, type Lane, lanesOf, stretchesOf, topicOf } from './lanes.js';
import { axisHeight, Legend, Picture, Plot, percent, Swatch, TickLines, timeTicks } from './scale.js';

/** Pixels: a lane, and within it the marks of findings and the bars below them. */
const [laneHeight, markHeight, barHeight] = [46, 22, 20];
/** The parts of a run at which a topic has room for its name, also on a small screen. */
const [roomForCode, roomOnSmallScreen] = [0.034, 0.1];
/** Marks that are closer than this part of the run are one mark. */
const oneMark = 0.04;
const mostListed = 12;

const waitNames: Readonly<Record<Wait['kind'], string>> = {
  turn: 'waits for its turn within a rate limit',
  clock: 'waits for time to pass on the target’s clock',
};

/** The run as a timeline: a lane for each worker, a bar for each test, and a mark at each violation. */
export function Timeline({ content }: { readonly content: Pick<PageContent, 'report' | 'requirements'> }) {
  const { report } = content;
  const timed = report.tests.filter(({ began }) => began !== undefined);
  if (timed.length === 0) return null;
  const whole = Math.max(
    report.durationMs,
    ...timed.map(({ began, milliseconds }) => (began?.after ?? 0) + milliseconds),
    1,
  );
  const lanes = lanesOf(timed, whole / 1000);
  const moments = momentsOf(content, lanes);
  const bottom = lanes.length * laneHeight;
  const part = (milliseconds: number) => percent(milliseconds / whole);
  const says = inWords(report, lanes, moments);
  return (
    <Picture kind="timeline" says={says}>
      <Plot
        height={bottom + axisHeight}
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
        <TickLines ticks={timeTicks(whole)} bottom={bottom} />
        {lanes.map(({ bars }, index) => {
          const top = index * laneHeight + markHeight;
          return bars.map((bar) => (
            <TestBar key={`${index} ${bar.from}`} bar={bar} top={top} whole={whole} report={report} />
          ));
        })}
        {lanes.map((lane, index) =>
          stretchesOf(lane)
            .filter(({ from, to }) => (to - from) / whole > roomForCode)
            .map(({ from, to, topic }) => (
              <text
                key={`${index} ${from}`}
                class={`code ${lookOf(topic, report)}${(to - from) / whole > roomOnSmallScreen ? '' : ' narrow'}`}
                x={part(from)}
                dx="4"
                y={index * laneHeight + markHeight + 14}
              >
                {topic}
              </text>
            )),
        )}
        {marksOf(moments, whole).map(({ lane, at, findings }) => (
          <Mark key={`${lane} ${at}`} lane={lane} at={part(at)} findings={findings} />
        ))}
      </Plot>
      <Legend entries={legendOf(report, lanes)} />
      <Moments moments={moments} />
      <Longest report={report} />
    </Picture>
  );
}

/** A finding, and the moment of its exchange in milliseconds since the run began. */
interface Moment {
  readonly lane: number;
  readonly at: number;
  readonly finding: JoinedFinding;
}

function momentsOf(
  { report, requirements }: Pick<PageContent, 'report' | 'requirements'>,
  lanes: readonly Lane[],
): readonly Moment[] {
  const began = Date.parse(report.startedAt);
  const moments = requirements
    .flatMap(({ findings }) => findings)
    .flatMap((finding): Moment[] => {
      const lane = lanes.findIndex(({ bars }) => barOf(bars, finding) !== undefined);
      const bar = barOf(lanes[lane]?.bars ?? [], finding);
      if (bar === undefined) return [];
      const sent = Date.parse(finding.finding.exchange.startedAt) - began;
      const at = sent >= bar.from && sent <= bar.to ? sent : bar.to;
      return [{ lane, at, finding }];
    });
  return moments.toSorted((a, b) => a.at - b.at);
}

function barOf(bars: readonly Bar[], { finding }: JoinedFinding): Bar | undefined {
  return bars.find(({ tests }) => tests.some(({ id }) => id === finding.test));
}

interface MarkOfFindings {
  readonly lane: number;
  readonly at: number;
  readonly findings: readonly JoinedFinding[];
}

function marksOf(moments: readonly Moment[], whole: number): readonly MarkOfFindings[] {
  const marks: MarkOfFindings[] = [];
  for (const { lane, at, finding } of moments) {
    const index = marks.findLastIndex((each) => each.lane === lane);
    const before = marks[index];
    if (before !== undefined && at - before.at < oneMark * whole)
      marks[index] = { ...before, findings: [...before.findings, finding] };
    else marks.push({ lane, at, findings: [finding] });
  }
  return marks;
}

function Mark({
  lane,
  at,
  findings,
}: Readonly<{ lane: number; at: string; findings: readonly JoinedFinding[] }>) {
  const [first] = findings;
  if (first === undefined) return null;
  const ids = findings.map(({ address }) => address).join(', ');
  const y = lane * laneHeight + markHeight / 2;
  return (
    <a href={`#${first.address}`}>
      <title>{`${counted(findings.length, 'violation')}: ${ids}`}</title>
      <line class="moment" x1={at} x2={at} y1={y} y2={y + markHeight / 2 + barHeight} />
      <circle class="moment" cx={at} cy={y} r="8.5" />
      <text class="sign" x={at} y={y + 4}>
        {findings.length > 1 ? findings.length : '✕'}
      </text>
      <circle class="touch" cx={at} cy={y} r="12" />
    </a>
  );
}

function TestBar({
  bar,
  top,
  whole,
  report,
}: Readonly<{ bar: Bar; top: number; whole: number; report: Pick<ConformanceReport, 'topics'> }>) {
  const { from, to, topic, tests, waits } = bar;
  const [only] = tests;
  const wide = (to - from) / whole;
  const name =
    tests.length === 1 && only !== undefined ? visibleText(only.title) : counted(tests.length, 'test');
  return (
    <>
      <rect
        class={`test-bar ${lookOf(topic, report)}`}
        x={percent(from / whole)}
        y={top}
        width={percent(wide)}
        height={barHeight}
      >
        {wide > 0.004 && <title>{`${topic}: ${name}, ${spanInWords(to - from)}`}</title>}
      </rect>
      {waits
        .filter(({ milliseconds }) => milliseconds / whole > 0.001)
        .map((wait) => (
          <rect
            key={wait.from}
            class={wait.kind}
            x={percent(wait.from / whole)}
            y={top}
            width={percent(wait.milliseconds / whole)}
            height={barHeight}
          />
        ))}
    </>
  );
}

/** The colour of a topic. */
function lookOf(topic: string, { topics }: Pick<ConformanceReport, 'topics'>): string {
  const index = topics.findIndex(({ prefix }) => prefix === topic);
  return index < 0 ? 'hue' : `hue hue-${index % 16}`;
}

function Hatch({ id, path }: Readonly<{ id: string; path: string }>) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
      <path class="hatch" d={path} />
    </pattern>
  );
}

/** The topics by the time that they took, the longest first, and the kinds of waits. */
function legendOf(report: ConformanceReport, lanes: readonly Lane[]) {
  const bars = lanes.flatMap((lane) => lane.bars);
  const tests = bars.flatMap((bar) => bar.tests);
  const topics = [...new Set(tests.map(topicOf))].map((prefix) => {
    const own = tests.filter((test) => topicOf(test) === prefix);
    return { prefix, own, took: own.reduce((sum, { milliseconds }) => sum + milliseconds, 0) };
  });
  const waits = bars.flatMap((bar) => bar.waits);
  return [
    ...topics
      .toSorted((a, b) => b.took - a.took)
      .map(({ prefix, own, took }) => (
        <>
          <Swatch look={lookOf(prefix, report)} /> <b>{prefix}</b>{' '}
          {report.topics.find((topic) => topic.prefix === prefix)?.title ?? 'no requirement'}{' '}
          <span class="aside">
            {spanInWords(took)}, {counted(own.length, 'test')}
          </span>
        </>
      )),
    ...(['turn', 'clock'] as const)
      .map((kind) => [kind, waits.filter((wait) => wait.kind === kind)] as const)
      .filter(([, own]) => own.length > 0)
      .map(([kind, own]) => (
        <>
          <Swatch look={kind} /> {waitNames[kind]}{' '}
          <span class="aside">
            {spanInWords(own.reduce((sum, { milliseconds }) => sum + milliseconds, 0))},{' '}
            {counted(own.length, 'wait')}
          </span>
        </>
      )),
  ];
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
  return (
    <Legend
      entries={[
        ...moments.slice(0, mostListed).map(({ at, finding: { address } }) => (
          <>
            <span class="sign-of-violation" aria-hidden="true">
              ✕
            </span>{' '}
            <a href={`#${address}`}>{address}</a> <span class="aside">after {spanInWords(at)}</span>
          </>
        )),
        ...(moments.length > mostListed ? [`and ${grouped(moments.length - mostListed)} more`] : []),
      ]}
    />
  );
}

function Longest({ report: { tests } }: { readonly report: ConformanceReport }) {
  const longest = tests
    .filter(({ began }) => began !== undefined)
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, mostListed)
    .map((test) => ({
      test,
      waited: (test.waits ?? []).reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    }));
  const isWaiting = longest.some(({ waited }) => waited > 0);
  return (
    <details>
      <summary>The longest tests</summary>
      <Table
        label="The longest tests"
        columns={['Took', ...(isWaiting ? ['Waited'] : []), 'Began', 'Worker', 'Test']}
      >
        {longest.map(({ test, waited }) => (
          <tr key={test.id}>
            <td class="number">{spanInWords(test.milliseconds)}</td>
            {isWaiting && <td class="number">{waited === 0 ? '–' : spanInWords(waited)}</td>}
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
