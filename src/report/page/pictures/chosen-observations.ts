import type { BatchTrack, WindowCurve } from '../../../verdicts/recording/observations.js';
import type { ConformanceReport, Observations, ReportedFinding } from '../../data/conformance-report.js';

type Track = Observations['batches'][number];
type Curve = Observations['windows'][number];

/** The tracks and curves that belong together in one place of the page. */
interface Drawn {
  readonly tracks: readonly Track[];
  readonly curves: readonly Curve[];
}

/** The observations of a finding: those of its test at its operations. */
export function drawnForFinding(
  observations: Observations | undefined,
  { test, operationId, write }: Pick<ReportedFinding, 'test' | 'operationId' | 'write'>,
): Drawn {
  const ids = new Set([operationId, write]);
  return {
    tracks: (observations?.batches ?? [])
      .filter((track) => track.test === test && (ids.has(track.write) || ids.has(track.results)))
      .slice(0, 1),
    curves: (observations?.windows ?? [])
      .filter((curve) => curve.test === test && ids.has(curve.operationId))
      .slice(0, 1),
  };
}

/** The most telling observations of one operation. */
export function drawnForOperation(report: ConformanceReport, operationId: string): Drawn {
  const { tracks, curves } = tellingFirst(report);
  return {
    tracks: tracks
      .filter(({ write, results }) => write === operationId || results === operationId)
      .slice(0, 1),
    curves: curves.filter((curve) => curve.operationId === operationId).slice(0, 1),
  };
}

/** The observations that stand for the run: different batches, and windows of different operations. */
export function drawnForRun(report: ConformanceReport, most: number): Drawn {
  const { tracks, curves } = tellingFirst(report);
  return {
    tracks: firstOfEach(tracks, ({ reads }) => JSON.stringify(reads)).slice(0, most),
    curves: firstOfEach(curves, ({ operationId }) => operationId).slice(0, most),
  };
}

/**
 * All observations: those of tests with a finding about batches or limits first, then the batches with the most states
 * and the windows with the most refusals.
 */
function tellingFirst(report: ConformanceReport): Drawn {
  const { batches = [], windows = [] } = report.observations ?? {};
  const wrongBatches = testsWithFindings(report, 'BAT-');
  const wrongLimits = testsWithFindings(report, 'LIM-');
  return {
    tracks: batches.toSorted(
      (a, b) =>
        Number(wrongBatches.has(b.test)) - Number(wrongBatches.has(a.test)) || variety(b) - variety(a),
    ),
    curves: windows.toSorted(
      (a, b) =>
        Number(wrongLimits.has(b.test)) - Number(wrongLimits.has(a.test)) || refusals(b) - refusals(a),
    ),
  };
}

/** The tests with a finding of a topic. @param topic the beginning of its requirements' ids */
function testsWithFindings({ requirements }: ConformanceReport, topic: string): ReadonlySet<string> {
  const own = requirements.filter(({ id }) => id.startsWith(topic));
  return new Set(own.flatMap(({ findings }) => findings.map(({ test }) => test)));
}

function firstOfEach<Observed>(observed: readonly Observed[], keyOf: (each: Observed) => string) {
  return observed.filter(
    (each, index) => observed.findIndex((other) => keyOf(other) === keyOf(each)) === index,
  );
}

/** The number of different states that a batch went through. */
function variety({ reads }: BatchTrack): number {
  return new Set(reads.map(({ state, status }) => state ?? status)).size;
}

function refusals({ points }: WindowCurve): number {
  return points.filter(({ status }) => status === 429).length;
}
