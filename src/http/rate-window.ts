/** The length of a rate window in seconds (clause 8.1). */
export const windowSeconds = 60;

/** The maximum duration of a series of requests in seconds: in a longer one, two windows could look like one. */
export const longestRow = 50;

/** The parts of an answer that show in which window its request was counted. */
export interface Answered {
  /** Milliseconds since the epoch at which the request was sent. */
  readonly startedAt: number;
  readonly milliseconds: number;
  /** The value of a response header, by its name in lower case. */
  header(name: string): string | undefined;
}

/** X-RateLimit-Reset: seconds until the window ends (clause 8.1); undefined if the value is not a possible one. */
export function secondsToReset(answer: Pick<Answered, 'header'>): number | undefined {
  const seconds = wholeNumber(answer.header('x-ratelimit-reset'));
  return seconds !== undefined && seconds <= windowSeconds ? seconds : undefined;
}

/** How long a Retry-After asks a client to wait. */
export interface RetryAfter {
  /** Whole seconds of the target's clock from the answer on. */
  readonly seconds: number;
  /** Seconds by which an honest value may differ from the exact time, because it is rounded. */
  readonly rounding: number;
}

/** A date in the only form that HTTP allows a sender: `Sun, 06 Nov 1994 08:49:37 GMT`. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Retry-After: a number of seconds, or a date (RFC 9110). A date is read by the Date of the same answer, because only
 * that is certainly from the same clock; both are whole seconds.
 * @param now milliseconds since the epoch, for a date in an answer without Date
 * @returns undefined if the answer has no Retry-After, or its value is neither
 */
export function retryAfterOf(answer: Pick<Answered, 'header'>, now?: number): RetryAfter | undefined {
  const text = answer.header('retry-after');
  const seconds = wholeNumber(text);
  if (seconds !== undefined) return { seconds, rounding: 1 };
  const until = momentIn(text);
  const sent = momentIn(answer.header('date')) ?? now;
  if (until === undefined || sent === undefined) return undefined;
  return { seconds: Math.max(0, Math.ceil((until - sent) / 1000)), rounding: 2 };
}

function momentIn(text: string | undefined): number | undefined {
  const moment = text !== undefined && httpDate.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

/**
 * Whether a series of requests was counted in one window, as far as a client can tell: it was short, and
 * X-RateLimit-Reset didn't start over. Clause 8.1 promises that header for one operation only; without it,
 * X-RateLimit-Remaining must not have gone up.
 * @param answers in the order in which their requests were sent, one after another or simultaneously
 * @param speed how many seconds the target's clock advances in one real second; 0 for a frozen clock
 */
export function fitOneWindow(answers: readonly Answered[], speed: number): boolean {
  if (speed === 0) return true;
  const start = Math.min(...answers.map(({ startedAt }) => startedAt));
  const end = Math.max(...answers.map(({ startedAt, milliseconds }) => startedAt + milliseconds));
  const took = ((end - start) / 1000) * speed;
  if (took > longestRow) return false;
  const resets = answers.map(secondsToReset).filter((each) => each !== undefined);
  // Two seconds allow for rounding; a new window would make the difference as long as the window.
  if (resets.length === answers.length) return Math.max(...resets) - Math.min(...resets) <= took + 2;
  return !remainingGoesUp(answers);
}

/** Whether a request left a higher remaining count than one that was answered before it was sent. */
function remainingGoesUp(answers: readonly Answered[]): boolean {
  const counted = answers.map((answer) => ({
    sent: answer.startedAt,
    answered: answer.startedAt + answer.milliseconds,
    remaining: wholeNumber(answer.header('x-ratelimit-remaining')) ?? 0,
  }));
  return counted.some(({ sent, remaining }) =>
    counted.some((earlier) => earlier.answered < sent && earlier.remaining < remaining),
  );
}

/** The number in a rate limit header; undefined if it doesn't hold one. */
export function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
