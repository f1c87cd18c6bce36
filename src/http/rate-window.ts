import type { Exchange, ExchangeResponse } from './exchange.js';

/** The length of a rate window in seconds (clause 8.1). */
export const windowSeconds = 60;

/** The maximum duration of a series of requests in seconds: in a longer one, two windows could look like one. */
const longestRow = 50;

/**
 * Seconds until no window counts a request any more: a window, and one more because the target's clock and ours may
 * differ by a second.
 */
export const pastWindow: number = windowSeconds + 1;

/** The response headers of a response, with names in lower case. */
type Headed = Pick<ExchangeResponse, 'headers'>;

/** The parts of a response that show in which window its request was counted. */
export type Answered = Pick<Exchange, 'headers' | 'startedAt' | 'milliseconds'>;

/**
 * What the headers of a response say about a window, as far as they do: the number of requests that it allows, the number
 * that is left of it, the seconds until it ends, even if no window is that long, and those after which the client may ask
 * again.
 */
export type Rate = Readonly<Partial<Record<'limit' | 'remaining' | 'reset' | 'retryAfter', number>>>;

/**
 * Reads the rate limit headers of a response (clause 8.1).
 * @param now milliseconds since the epoch, for a Retry-After with a date in a response without Date
 */
export function rateOf(response: Headed, now?: number): Rate {
  const { headers } = response;
  return {
    limit: wholeNumber(headers['x-ratelimit-limit']),
    remaining: wholeNumber(headers['x-ratelimit-remaining']),
    reset: secondsIn(headers['x-ratelimit-reset']),
    retryAfter: retryAfterOf(response, now)?.seconds,
  };
}

/** X-RateLimit-Reset: seconds until the window ends (clause 8.1); undefined if the value is not a possible one. */
export function secondsToReset({ headers: { 'x-ratelimit-reset': text = '' } }: Headed): number | undefined {
  return /^\d{1,2}$/.test(text) && Number(text) <= windowSeconds ? Number(text) : undefined;
}

/** X-RateLimit-Reset is a whole number: the window may end up to a second earlier or later than it says. */
const rounding = 1;

/**
 * When the window of a response ends, as far as its X-RateLimit-Reset shows: between two times, in milliseconds since the
 * epoch.
 * @param speed seconds of the target's clock in one real second, more than 0
 * @returns undefined if the response has no such header
 */
export function endOfWindow(response: Answered, speed: number) {
  const reset = secondsToReset(response);
  if (reset === undefined) return undefined;
  return {
    earliest: response.startedAt + ((reset - rounding) * 1000) / speed,
    latest: answeredAt(response) + ((reset + rounding) * 1000) / speed,
  };
}

/** Milliseconds since the epoch at which a response was complete. */
export function answeredAt({ startedAt, milliseconds }: Answered): number {
  return startedAt + milliseconds;
}

/** The three forms of a date in HTTP, of which servers no longer send the last two (RFC 9110, 5.6.7). */
const httpDate =
  /^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT|[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d [\d:]{8} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4})$/;

/**
 * Retry-After: a number of seconds, or a date (RFC 9110). A date is read by the Date of the same response, because only
 * that is certainly from the same clock; both are whole seconds.
 * @param now milliseconds since the epoch, for a date in a response without Date
 * @returns whole seconds of the target's clock from the response on, and the seconds by which an honest value may differ
 * from the exact time, because it is rounded; undefined if the response has no Retry-After, or its value is neither
 */
export function retryAfterOf({ headers }: Headed, now?: number) {
  // Some servers write a fraction: LIM-11 says so, and a client does best to wait all the same.
  const seconds = secondsIn(headers['retry-after']?.replace(/\.\d{1,9}$/, ''));
  if (seconds !== undefined) return { seconds, rounding: 1 };
  const until = momentIn(headers['retry-after']);
  const sent = momentIn(headers.date) ?? now;
  if (until === undefined || sent === undefined) return undefined;
  return { seconds: Math.max(0, Math.ceil((until - sent) / 1000)), rounding: 2 };
}

function momentIn(text = ''): number | undefined {
  return httpDate.test(text) ? Date.parse(`${text.replace(/ GMT$/, '')} GMT`) || undefined : undefined;
}

/**
 * Whether a series of requests was counted in one window, as far as a client can tell: it was short, and
 * X-RateLimit-Reset didn't start over. Clause 8.1 promises that header for one operation only; without it,
 * X-RateLimit-Remaining must not have gone up, as it does once if a second window begins.
 * @param responses in the order in which their requests were sent, one after another or simultaneously
 * @param speed how many seconds the target's clock advances in one real second; 0 for a frozen clock
 */
export function fitOneWindow(responses: readonly Answered[], speed: number): boolean {
  if (speed === 0) return true;
  const start = Math.min(...responses.map(({ startedAt }) => startedAt));
  const end = Math.max(...responses.map(answeredAt));
  const took = ((end - start) / 1000) * speed;
  if (took > longestRow) return false;
  const resets = responses.map(secondsToReset).filter((each) => each !== undefined);
  // Two seconds allow for rounding; a new window would make the difference as long as the window.
  if (resets.length === responses.length) return Math.max(...resets) - Math.min(...resets) <= took + 2;
  const left = ({ headers }: Headed) => wholeNumber(headers['x-ratelimit-remaining']) ?? 0;
  const follows = (before: Answered, response: Answered) => answeredAt(before) < response.startedAt;
  const goesUp = responses.some((response) =>
    responses.some((before) => follows(before, response) && left(response) > left(before)),
  );
  // Other clients can only make it less than the request before left.
  const stays = responses.filter((response, index) => {
    const before = responses[index - 1];
    return before !== undefined && follows(before, response) && left(response) >= left(before);
  });
  return !goesUp || stays.length > 1;
}

/** The number in a rate limit header; undefined if it doesn't hold one. */
export function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** A number of seconds; undefined if there is none, or the number is rather a time since the epoch. */
function secondsIn(text: string | undefined): number | undefined {
  const seconds = wholeNumber(text);
  return seconds !== undefined && seconds < 1_000_000_000 ? seconds : undefined;
}
