/** Moves of order items that a test has sent, until each has ended: nobody else may have an item that still moves. */
export class MovesUnderWay {
  /**
   * The ids that each write names. A write goes by its number until it is answered, then by its batch in lower case.
   */
  readonly #moves = new Map<number | string, readonly string[]>();

  /** Notes that a write which names items is sent. */
  sent(write: number, itemIds: readonly string[]): void {
    if (itemIds.length > 0) this.#moves.set(write, itemIds);
  }

  /** Notes that a write was refused and did nothing. */
  refused(write: number): void {
    this.#moves.delete(write);
  }

  /** Notes that a write was accepted. A write without a batch counts as never ending. */
  accepted(write: number, batchRequestId: string | undefined): void {
    const ids = this.#moves.get(write);
    if (ids === undefined || batchRequestId === undefined) return;
    this.#moves.delete(write);
    this.#moves.set(batchRequestId.toLowerCase(), ids);
  }

  /** Notes that a batch has ended. */
  ended(batchRequestId: string): void {
    this.#moves.delete(batchRequestId.toLowerCase());
  }

  /** Whether the item may still be moved. */
  has(itemId: string): boolean {
    return [...this.#moves.values()].some((ids) => ids.includes(itemId));
  }
}
