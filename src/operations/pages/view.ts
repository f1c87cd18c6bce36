import type { Exchange } from '../../http/exchange.js';

/** A page at one moment. */
export interface View {
  /** The exchange that brought the document. */
  readonly exchange: Exchange;
  /** The steps in the browser so far, in words. */
  readonly trail: readonly string[];
  /** The address below the target's base URL: path and query. */
  readonly address: string;
  /** The text that a reader sees. */
  readonly text: string;
  /**
   * Everything that the browser holds: the document as received, its headers, the rendered page, its address, the
   * cookies.
   */
  readonly source: string;
}
