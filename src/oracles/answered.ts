import type { Exchange } from '../exchange/exchange.js';
import type { Unmet } from './unmet.js';

/** A request and what came of it. */
interface Attempt {
  /** The answer to it; not looked at where none came. */
  readonly exchange: Exchange;
  /** Why no complete answer came. */
  readonly unanswered?: string;
}

/** A request was answered completely, and with a status below the one given (clause 7 knows none from 500 on). */
export function isAnsweredBelow({ exchange, unanswered }: Attempt, bound: number): Unmet | undefined {
  if (unanswered !== undefined) {
    return { expected: [`a complete answer with a status below ${bound}`], actual: unanswered, at: 'answer' };
  }
  if (exchange.status < bound) return undefined;
  return { expected: [`a status below ${bound}`], actual: `status ${exchange.status}`, at: 'status' };
}

/** A request was answered with all the bytes that the answer has (clause 1: a JSON API). */
export function isAnsweredCompletely({ unanswered }: Attempt): Unmet | undefined {
  if (unanswered === undefined) return undefined;
  return { expected: ['a complete answer'], actual: unanswered, at: 'answer' };
}
