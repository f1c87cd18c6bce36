/** Seconds of a rate window (clause 8.1). */
export const windowSeconds = 60;

/** The most seconds that a row of requests may take: over more, two windows could look like one. */
export const longestRow = 50;

/** What of an answer says in which window its request was counted. */
export interface Answered {
  /** Milliseconds since the epoch at which the request was sent. */
  readonly startedAt: number;
  readonly milliseconds: number;
  /** The value of a response header, by its name in lower case. */
  header(name: string): string | undefined;
}

/** X-RateLimit-Reset of an answer: seconds until its window ends (clause 8.1); undefined where it can't be that. */
export function secondsToReset(answer: Pick<Answered, 'header'>): number | undefined {
  const seconds = wholeNumber(answer.header('x-ratelimit-reset'));
  return seconds !== undefined && seconds <= windowSeconds ? seconds : undefined;
}

/**
 * Whether a row of requests was counted in one window, as far as a client can tell: it was short, and X-RateLimit-Reset
 * didn't start anew. Clause 8.1 promises that header for one operation only; without it X-RateLimit-Remaining must not
 * have gone up.
 * @param answers in the order in which their requests were sent, one after another or at once
 * @param speed seconds of the target's clock in one real second, 0 for a frozen one
 */
export function fitOneWindow(answers: readonly Answered[], speed: number): boolean {
  if (speed === 0) return true;
  const start = Math.min(...answers.map(({ startedAt }) => startedAt));
  const end = Math.max(...answers.map(({ startedAt, milliseconds }) => startedAt + milliseconds));
  const took = ((end - start) / 1000) * speed;
  if (took > longestRow) return false;
  const resets = answers.map(secondsToReset).filter((each) => each !== undefined);
  // Two seconds for rounding: a window that starts anew makes the difference as long as the window.
  if (resets.length === answers.length) return Math.max(...resets) - Math.min(...resets) <= took + 2;
  return !remainingGoesUp(answers);
}

/** Whether a request left more over than another that was answered before it was sent. */
function remainingGoesUp(answers: readonly Answered[]): boolean {
  const counted = answers.map((answer) => ({
    sent: answer.startedAt,
    answered: answer.startedAt + answer.milliseconds,
    remaining: wholeNumber(answer.header('x-ratelimit-remaining')) ?? 0,
  }));
  const inOrder = counted.toSorted((a, b) => a.answered - b.answered);
  let least = Number.POSITIVE_INFINITY;
  let next = 0;
  for (const { sent, remaining } of counted.toSorted((a, b) => a.sent - b.sent)) {
    for (let earlier = inOrder[next]; earlier !== undefined && earlier.answered < sent; ) {
      least = Math.min(least, earlier.remaining);
      next += 1;
      earlier = inOrder[next];
    }
    if (remaining > least) return true;
  }
  return false;
}

/** The number in a header of the rate limit; undefined where it holds none. */
export function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
