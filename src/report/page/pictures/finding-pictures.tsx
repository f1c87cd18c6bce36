/** @jsxImportSource preact */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ConformanceReport, ReportedFinding } from '../../data/conformance-report.js';
import { TrackPicture } from './batch-track.js';
import { limitsOf } from './run.js';
import { CurveLegend, CurvePicture } from './window-curve.js';

/** The report whose findings are shown, so that a finding can draw the observations of its test. */
export const ReportOfFindings = createContext<ConformanceReport | undefined>(undefined);

/** The batch and the rate limit that the test of a finding saw, at the finding's operations. */
export function FindingPictures({ finding }: { readonly finding: ReportedFinding }) {
  const report = useContext(ReportOfFindings);
  const { batches = [], windows = [] } = report?.observations ?? {};
  const isOfFinding = (test: string, ...operationIds: readonly string[]) =>
    test === finding.test && operationIds.some((id) => id === finding.operationId || id === finding.write);
  const track = batches.find(({ test, write, results }) => isOfFinding(test, write, results));
  const curve = windows.find(({ test, operationId }) => isOfFinding(test, operationId));
  return (
    <>
      {track !== undefined && <TrackPicture track={track} />}
      {curve !== undefined && report !== undefined && (
        <>
          <CurvePicture curve={curve} limits={limitsOf(report, curve.operationId)} title="The window" />
          <CurveLegend />
        </>
      )}
    </>
  );
}
