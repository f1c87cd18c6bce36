import { groupedBy } from '../../../contract/values/groups.js';
import { counted } from '../../../contract/values/words.js';
import { spanInWords } from '../../../http/shown/duration-in-words.js';
import { visibleText } from '../../../http/shown/shown-exchange.js';
import type { TestReport } from '../../data/conformance-report.js';
import type { PageContent } from '../content/page-content.js';
import { Bar, Legend, Picture, Plot, percent, ticks, timeSteps } from './chart.js';

/** Pixels: a lane, and within it the marks of findings and the bars below them. */
const [laneHeight, markHeight, barHeight] = [46, 22, 20];
/** The part of a run from which on a bar is wide enough for a title. */
const wide = 0.004;

/** A test with the moment at which it began, in milliseconds since the run began, and its worker. */
type TimedTest = TestReport & NonNullable<TestReport['began']>;

/** The run as a timeline: a lane for each worker, a bar for each test, and a mark at each test with a violation. */
export function Timeline({ content }: { readonly content: Pick<PageContent, 'report' | 'requirements'> }) {
  const { report, requirements } = content;
  const tests = report.tests.flatMap((test) => (test.began ? [{ ...test, ...test.began }] : []));
  if (tests.length === 0) return null;
  const whole = Math.max(report.durationMs, ...tests.map(endOf), 1);
  const inOrder = tests.toSorted((a, b) => a.worker - b.worker);
  const lanes = [...groupedBy(inOrder, ({ worker }) => String(worker)).values()];
  const addressOf = new Map(
    requirements.flatMap(({ findings }) =>
      findings.flatMap(({ address, tests: found }) => found.map((test) => [test?.id, address] as const)),
    ),
  );
  const violating = tests.filter(({ id }) => addressOf.has(id)).length;
  const says = `${counted(tests.length, 'test')} on ${counted(lanes.length, 'worker')} took ${spanInWords(report.durationMs)}; ${violating === 0 ? 'none' : violating} found a violation.`;
  return (
    <>
      <h2 id="timeline">Timeline</h2>
      <Picture kind="timeline" says={says}>
        <Plot
          height={lanes.length * laneHeight}
          ticks={ticks(whole, timeSteps, spanInWords)}
          label={`Timeline of the run. ${says}`}
          rows={lanes.map(([first], row) => [
            row * laneHeight + markHeight + barHeight / 2,
            `worker ${first.worker}`,
          ])}
        >
          {lanes.map((lane, row) =>
            lane.map((test) => (
              <TestBar key={test.id} test={test} y={row * laneHeight + markHeight} whole={whole} />
            )),
          )}
          {lanes.flatMap((lane, row) =>
            lane.flatMap((test) => {
              const address = addressOf.get(test.id);
              if (address === undefined) return [];
              const [x, y] = [percent(endOf(test) / whole), row * laneHeight + 10];
              return (
                <a key={test.id} href={`#${address}`}>
                  <title>{address}</title>
                  <circle class="moment" cx={x} cy={y} r={7} />
                  <text class="sign" x={x} y={y + 4}>
                    ✕
                  </text>
                </a>
              );
            }),
          )}
        </Plot>
        <Legend
          entries={[
            ['test-bar', 'a test'],
            ['turn', 'waits for its turn within a rate limit'],
            ['clock', 'waits for time to pass on the target’s clock'],
          ]}
        />
      </Picture>
    </>
  );
}

/** A test and its waits. */
function TestBar({ test, y, whole }: Readonly<{ test: TimedTest; y: number; whole: number }>) {
  const { after, milliseconds, title, waits = [] } = test;
  const place = { y, height: barHeight };
  const isWide = milliseconds > wide * whole;
  return (
    <>
      <Bar
        {...place}
        look="test-bar"
        from={after / whole}
        to={endOf(test) / whole}
        title={isWide ? `${visibleText(title)}, ${spanInWords(milliseconds)}` : undefined}
      />
      {isWide &&
        waits.map(({ kind, from, milliseconds: waited }) => (
          <Bar
            key={from}
            {...place}
            look={kind}
            from={(after + from) / whole}
            to={Math.min(after + from + waited, endOf(test)) / whole}
          />
        ))}
    </>
  );
}

function endOf({ after, milliseconds }: TimedTest): number {
  return after + milliseconds;
}
