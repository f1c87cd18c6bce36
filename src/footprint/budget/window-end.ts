import { type Answered, secondsToReset } from '../../http/rate-window.js';

/** X-RateLimit-Reset is a whole number: the window may end up to a second earlier or later than it says. */
const rounding = 1;

/** When a window ends, as far as an answer's X-RateLimit-Reset shows (clause 8.1), on a running clock. */
export class WindowEnd {
  readonly #speed: number;
  /** The window ends between these two, in milliseconds since the epoch. */
  readonly #earliest: number;
  readonly #latest: number;

  private constructor(answer: Answered, reset: number, speed: number) {
    this.#speed = speed;
    this.#earliest = answer.startedAt + ((reset - rounding) * 1000) / speed;
    this.#latest = answer.startedAt + answer.milliseconds + ((reset + rounding) * 1000) / speed;
  }

  /**
   * @param speed seconds of the target's clock in one real second, more than 0
   * @returns undefined if the answer has no such header
   */
  static of(answer: Answered, speed: number): WindowEnd | undefined {
    const reset = secondsToReset(answer);
    return reset === undefined ? undefined : new WindowEnd(answer, reset, speed);
  }

  /** Seconds of the target's clock from a time, in milliseconds since the epoch, until the window may end. */
  secondsBefore(now: number): number {
    return ((this.#earliest - now) / 1000) * this.#speed;
  }

  /** Seconds of the target's clock from a time until the window has certainly ended; 0 if it has. */
  secondsUntilOver(now: number): number {
    return (Math.max(0, this.#latest - now) / 1000) * this.#speed;
  }

  /** Whether a request was answered before the window could end, however slow the target is. */
  isAfter({ startedAt, milliseconds }: Answered): boolean {
    return startedAt + milliseconds < this.#earliest;
  }

  /**
   * The most seconds of the target's clock that may lie between the end of the window and the counting of a request.
   */
  secondsPast({ startedAt, milliseconds }: Answered): number {
    return ((startedAt + milliseconds - this.#earliest) / 1000) * this.#speed;
  }
}
