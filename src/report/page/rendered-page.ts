import type { ConformanceReport } from '../conformance-report.js';
import type { PageOptions } from './write-page.js';

/** The page of a run. */
interface RenderedPage {
  /** The title of its document, as plain text. */
  readonly title: string;
  /** HTML. */
  readonly body: string;
}

/** Makes the page of a run. */
export type RenderPage = (report: ConformanceReport, options: PageOptions) => RenderedPage;
