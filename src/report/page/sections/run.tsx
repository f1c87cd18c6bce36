import { counted, grouped } from '../../../contract/values/words.js';
import { spanInWords } from '../../../http/shown/duration-in-words.js';
import { visibleText } from '../../../http/shown/shown-exchange.js';
import {
  type ConformanceReport,
  type StateMachineReport,
  trendAfter,
} from '../../data/conformance-report.js';
import { momentInWords } from '../../summary/in-words.js';
import type { PageContent } from '../content/page-content.js';
import { Timeline } from '../pictures/timeline.js';
import { WindowPicture } from '../pictures/window-curve.js';
import { Table, View } from './elements.js';

/** What happened when, and what the service showed of its limits and its state machines. */
export function Run({ content }: { readonly content: PageContent }) {
  const { report } = content;
  const { windows, machines } = report.observations;
  return (
    <View id="run" title="Run">
      <Timeline content={content} />
      <Trend report={report} />
      {machines
        .filter(({ transitions }) => transitions.some(({ times }) => times > 0))
        .map((machine) => (
          <Machine key={machine.name} machine={machine} />
        ))}
      {windows.length > 0 && (
        <>
          <h2 id="rate-limits">Windows of the rate limits</h2>
          <p class="aside">
            X-RateLimit-Remaining after each request, and below it the requests that were refused with 429.
            The level line is the limit that should hold; it is dashed if the service has a different one.
          </p>
        </>
      )}
      <div class="pictures">
        {windows.map((curve) => (
          <WindowPicture key={curve.operationId} curve={curve} />
        ))}
      </div>
    </View>
  );
}

/** The kept runs of the target and this one, the newest first. */
function Trend({ report }: { readonly report: ConformanceReport }) {
  const runs = trendAfter(report);
  if (runs.length === 1) return null;
  return (
    <>
      <h2 id="trend">Trend</h2>
      <Table
        label="The kept runs"
        columns={[
          'Started',
          'Failed',
          'Warned, deviated',
          'Blocked, unverified',
          'Passed',
          'Took',
          'Verdict',
        ]}
      >
        {runs.toReversed().map(({ verdicts, ...run }) => (
          <tr key={run.startedAt}>
            <td>{momentInWords(run.startedAt)}</td>
            <td class={verdicts.failed > 0 ? 'differing' : undefined}>{verdicts.failed}</td>
            <td>{verdicts.warned + verdicts.deviated}</td>
            <td>{verdicts.blocked + verdicts.unverified}</td>
            <td>{verdicts.passed + verdicts.partial}</td>
            <td>{spanInWords(run.durationMs)}</td>
            <td>{run.verdict}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

const machineTitles: Readonly<Record<StateMachineReport['name'], string>> = {
  product: 'The status of a product',
  order: 'The status of an order item',
};

/** A state machine as the run saw it: each transition, how often it was taken, and whether it is legal. */
function Machine({ machine: { name, transitions } }: { readonly machine: StateMachineReport }) {
  const title = machineTitles[name];
  const legal = transitions.filter((each) => each.legal);
  const illegal = transitions.length - legal.length;
  const taken = legal.filter(({ times }) => times > 0).length;
  const sorted = transitions.toSorted((a, b) => Number(a.legal) - Number(b.legal) || b.times - a.times);
  return (
    <>
      <h2 id={`machine-${name}`}>{title}</h2>
      <p>
        {taken} of {counted(legal.length, 'legal transition')} taken, and{' '}
        {illegal === 0 ? 'no illegal one' : counted(illegal, 'illegal one')}.
      </p>
      <Table label={title} class="transitions" columns={['From', 'To', 'By', 'Taken']} numbers={['Taken']}>
        {sorted.map(({ from, to, by, legal: isLegal, times }) => (
          <tr key={`${from} ${to} ${by} ${isLegal}`} class={isLegal ? undefined : 'illegal'}>
            <td>{visibleText(from)}</td>
            <td>{visibleText(to)}</td>
            <td>
              {visibleText(by)}
              {!isLegal && <span class="differing"> ✕ illegal</span>}
            </td>
            <td class={times === 0 ? 'number zero' : 'number'}>
              {times === 0 ? 'never' : `×${grouped(times)}`}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
