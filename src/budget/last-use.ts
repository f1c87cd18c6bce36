import { windowSeconds } from './window.js';

/**
 * When each operation was last called, so that a window that nobody used need not be waited out. Only what this worker
 * sent is known: what others sent before it began counts as sent when it began.
 */
export class LastUse {
  readonly #began: number;
  readonly #used = new Map<string, number>();

  /** @param began milliseconds since the epoch */
  constructor(began: number) {
    this.#began = began;
  }

  /** @param at milliseconds since the epoch */
  note(operationId: string, at: number): void {
    this.#used.set(operationId, at);
  }

  /**
   * Seconds of the target's clock until a fresh window of an operation can begin (clause 8.1); 0 when none is open.
   * @param speed of that clock
   */
  secondsUntilFresh(operationId: string, now: number, speed: number): number {
    const idle = ((now - (this.#used.get(operationId) ?? this.#began)) / 1000) * speed;
    return Math.max(0, windowSeconds + 1 - idle);
  }
}
