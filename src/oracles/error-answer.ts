import type { Exchange } from '../exchange/exchange.js';
import { inWords } from './in-words.js';
import { hasStatus } from './status.js';
import type { Unmet } from './unmet.js';

/** The response has one of the statuses and the error body of clause 2.5: an object with a string `message`. */
export function isErrorWith(exchange: Exchange, ...statuses: number[]): Unmet | undefined {
  return hasStatus(exchange, ...statuses) ?? hasErrorBody(exchange);
}

/**
 * The request is refused as invalid: 400 with an error body (clause 7).
 * @param gaps on whose assumptions it rests that the request is invalid
 */
export function isRefusedAsInvalid(exchange: Exchange, ...gaps: readonly string[]): Unmet | undefined {
  const unmet = isErrorWith(exchange, 400);
  if (unmet === undefined || gaps.length === 0) return unmet;
  return { ...unmet, gaps: [...new Set([...(unmet.gaps ?? []), ...gaps])] };
}

/**
 * The response denies what its id names, as it does for an id that nobody has: 404 with an error body (clause 7). That the
 * id of another merchant's data is answered so is assumed (gap G-15): another refusal only deviates.
 */
export function isHidden(exchange: Exchange): Unmet | undefined {
  const unmet = isErrorWith(exchange, 404);
  const { status } = exchange;
  const isRefusal = status >= 400 && status < 500 && status !== 401 && status !== 429;
  return unmet && isRefusal ? { ...unmet, gaps: [...(unmet.gaps ?? []), 'G-15'] } : unmet;
}

/** Statuses whose body the description shows (clause 7). */
const shownStatuses: readonly number[] = [400, 401, 404];

/**
 * The body is an object with a string `message` (clause 2.5). That is shown for 400, 401 and 404 alone: with another status
 * a body of another kind only deviates from what is assumed (gaps G-14 and G-15).
 */
export function hasErrorBody(exchange: Exchange): Unmet | undefined {
  const { json: body, status } = exchange;
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string')
    return undefined;
  return {
    expected: [`a JSON object with a string "message" beside status ${status}`],
    actual: exchange.jsonError ?? inWords(body),
    at: 'body',
    ...(shownStatuses.includes(status) ? {} : { gaps: [status === 429 ? 'G-14' : 'G-15'] }),
  };
}
