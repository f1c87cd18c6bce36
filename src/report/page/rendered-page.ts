import type { DetectionReport } from '../../detection/detection.js';
import type { ConformanceReport } from '../conformance-report.js';

/** The page of a run. */
export interface RenderedPage {
  /** Of its document, as plain text. */
  readonly title: string;
  /** HTML. */
  readonly body: string;
}

/** Makes the page of a run, with what is known of its checks where there was a proof. */
export type RenderPage = (report: ConformanceReport, proof?: DetectionReport) => RenderedPage;
