/** @jsxImportSource preact */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ConformanceReport, ReportedFinding } from '../../data/conformance-report.js';
import { TrackPicture } from './batch-track.js';
import { drawnForFinding } from './chosen-observations.js';
import { limitsOf } from './run.js';
import { CurveLegend, CurvePicture } from './window-curve.js';

/** The report whose findings are shown, so that a finding can draw the observations of its test. */
export const ReportOfFindings = createContext<ConformanceReport | undefined>(undefined);

/** The batch and the rate limit that the test of a finding saw, at the finding's operations. */
export function FindingPictures({ finding }: { readonly finding: ReportedFinding }) {
  const report = useContext(ReportOfFindings);
  if (report === undefined) return null;
  const { tracks, curves } = drawnForFinding(report.observations, finding);
  return (
    <>
      {tracks.map((track) => (
        <TrackPicture key={track.write} track={track} />
      ))}
      {curves.map((curve) => (
        <CurvePicture
          key={curve.operationId}
          curve={curve}
          limits={limitsOf(report, curve.operationId)}
          title="The window"
        />
      ))}
      {curves.length > 0 && <CurveLegend />}
    </>
  );
}
