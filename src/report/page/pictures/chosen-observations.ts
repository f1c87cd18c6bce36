import type { BatchTrack, WindowCurve } from '../../../verdicts/observations.js';
import type { ConformanceReport, Observations, ReportedFinding } from '../../conformance-report.js';

type Track = Observations['batches'][number];
type Curve = Observations['windows'][number];

/** The tracks and curves that belong together in one place of the page. */
export interface Drawn {
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

/** The observations of one operation, those of tests with a finding about it first. */
export function drawnForOperation(report: ConformanceReport, operationId: string): Drawn {
  const { batches = [], windows = [] } = report.observations ?? {};
  const suspicious = testsWithFindings(report);
  return {
    tracks: suspiciousFirst(
      batches.filter(({ write, results }) => write === operationId || results === operationId),
      suspicious,
    ).slice(0, 1),
    curves: suspiciousFirst(
      windows.filter((curve) => curve.operationId === operationId),
      suspicious,
    ).slice(0, 1),
  };
}

/**
 * The observations that stand for the run: different batches, and a window for each operation; those of tests with a
 * finding first, then the batches with the most states and the windows with the most refusals.
 */
export function drawnForRun(report: ConformanceReport, most: number): Drawn {
  const { batches = [], windows = [] } = report.observations ?? {};
  const suspicious = testsWithFindings(report);
  const tracks = batches.toSorted((a, b) => variety(b) - variety(a));
  const curves = windows.toSorted((a, b) => refusals(b) - refusals(a));
  return {
    tracks: firstOfEach(suspiciousFirst(tracks, suspicious), ({ reads }) => JSON.stringify(reads)).slice(
      0,
      most,
    ),
    curves: firstOfEach(suspiciousFirst(curves, suspicious), ({ operationId }) => operationId).slice(0, most),
  };
}

function testsWithFindings({ requirements }: ConformanceReport): ReadonlySet<string> {
  return new Set(requirements.flatMap(({ findings }) => findings.map(({ test }) => test)));
}

function suspiciousFirst<Observed extends { readonly test: string }>(
  observed: readonly Observed[],
  suspicious: ReadonlySet<string>,
): readonly Observed[] {
  return observed.toSorted((a, b) => Number(suspicious.has(b.test)) - Number(suspicious.has(a.test)));
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
