/** The output stream, and whether it is a terminal. */
type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** A line that shows the progress of a run: rewritten in place in a terminal, one line for each tenth elsewhere. */
export class Progress {
  readonly #stream: Terminal;
  #total = 0;
  #done = 0;
  #failed = 0;

  constructor(stream: Terminal) {
    this.#stream = stream;
  }

  begin(total: number): void {
    this.#total = total;
    if (total > 0) this.#show();
  }

  /** Counts a test that ended. */
  ended(failed: boolean): void {
    const tenth = this.#tenth();
    this.#done += 1;
    if (failed) this.#failed += 1;
    if (this.#stream.isTTY || this.#tenth() > tenth) this.#show();
  }

  /** Ends the line, so that the next output starts on a new one. */
  finish(): void {
    if (this.#stream.isTTY) this.#stream.write('\n');
  }

  #tenth(): number {
    return Math.floor((this.#done * 10) / Math.max(this.#total, 1));
  }

  #show(): void {
    const line = `${this.#done}/${this.#total} tests, ${this.#failed} failed`;
    this.#stream.write(this.#stream.isTTY ? `\r${line}` : `${line}\n`);
  }
}
