/** @jsxImportSource preact */
import type { ConformanceReport } from '../../data/conformance-report.js';
import type { PageContent } from '../content/page-content.js';
import { View } from '../sections/elements.js';
import { TrackPicture } from './batch-track.js';
import { MachinePicture } from './state-machine.js';
import { Timeline } from './timeline.js';
import { Trend } from './trend.js';
import { CurveLegend, CurvePicture } from './window-curve.js';

/** The maximum number of batches, and of rate limits, that stand for the run; every operation shows its own. */
const mostOfKind = 3;

/** The run in pictures. */
export function Run({ content }: { readonly content: PageContent }) {
  const { report } = content;
  const { batches = [], windows = [], machines = [] } = report.observations ?? {};
  const followed = machines.filter(({ transitions }) => transitions.length > 0);
  return (
    <View id="run" title="Run">
      {isOld(report) && <p class="aside">This report is older than its pictures.</p>}
      {report.tests.some(({ began }) => began !== undefined) && <h2 id="timeline">Timeline</h2>}
      <Timeline content={content} />
      {(report.trend ?? []).length > 0 && <h2 id="trend">Trend</h2>}
      <Trend report={report} />
      {followed.length > 0 && <h2 id="state-machines">State machines</h2>}
      {followed.map((machine) => (
        <MachinePicture key={machine.name} machine={machine} content={content} />
      ))}
      {windows.length > 0 && (
        <>
          <h2 id="rate-limits">Rate limits</h2>
          <CurveLegend />
        </>
      )}
      <div class="pictures">
        {windows.slice(0, mostOfKind).map((curve) => (
          <CurvePicture
            key={curve.operationId}
            curve={curve}
            limits={limitsOf(report, curve.operationId)}
            title={curve.operationId}
          />
        ))}
      </div>
      {batches.length > 0 && <h2 id="batches">Batches</h2>}
      <div class="pictures">
        {batches.slice(0, mostOfKind).map((track) => (
          <TrackPicture key={track.write} track={track} />
        ))}
      </div>
      <p class="aside">
        The <a href="#response-times">response times</a> are with the operations.
      </p>
    </View>
  );
}

function isOld({ observations, tests }: ConformanceReport): boolean {
  return observations === undefined && tests.every(({ began }) => began === undefined);
}

/** The limits of an operation, as the run saw them. */
export function limitsOf({ operations }: Pick<ConformanceReport, 'operations'>, operationId: string) {
  return operations.find((each) => each.operationId === operationId)?.rateLimit;
}
