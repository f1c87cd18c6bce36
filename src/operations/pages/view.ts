import type { Exchange } from '../../http/exchange.js';

/** What a page showed at a moment. */
export interface View {
  /** What brought the document. */
  readonly exchange: Exchange;
  /** What was done in the browser until then, in words. */
  readonly trail: readonly string[];
  /** The address below the target's: path and query. */
  readonly address: string;
  /** What a reader sees. */
  readonly text: string;
  /** What the browser holds: the document as it came, with its headers, the page made of it, its address, and the cookies. */
  readonly source: string;
}
