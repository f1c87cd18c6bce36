/** Moves of order items that a test has sent, until each has come to its end: what still moves is nobody else's. */
export class MovesUnderWay {
  /** Ids that each write names; a write is known by its number until it is answered, then by its batch in small letters. */
  readonly #moves = new Map<number | string, readonly string[]>();

  /** A write is sent that names items. */
  sent(write: number, itemIds: readonly string[]): void {
    if (itemIds.length > 0) this.#moves.set(write, itemIds);
  }

  /** A write was refused, and did nothing. */
  refused(write: number): void {
    this.#moves.delete(write);
  }

  /** A write was accepted. One without a batch never ends, for all that is known. */
  accepted(write: number, batchRequestId: string | undefined): void {
    const ids = this.#moves.get(write);
    if (ids === undefined || batchRequestId === undefined) return;
    this.#moves.delete(write);
    this.#moves.set(batchRequestId.toLowerCase(), ids);
  }

  /** A batch was seen to have ended. */
  ended(batchRequestId: string): void {
    this.#moves.delete(batchRequestId.toLowerCase());
  }

  /** Whether a move of the item may still come. */
  has(itemId: string): boolean {
    return [...this.#moves.values()].some((ids) => ids.includes(itemId));
  }
}
