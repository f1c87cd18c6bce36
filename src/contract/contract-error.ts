/** The contract document is unreadable, or lacks something it must contain. This says nothing about a target. */
export class ContractError extends Error {
  override readonly name = 'ContractError';

  /**
   * @param place - the place in the document: a line and column, or a JSON Pointer
   * @param problem - what is wrong there, in words
   */
  constructor(place: string, problem: string) {
    super(`schemas/openapi.yaml, ${place}: ${problem}`);
    // The mistake is in the document, so the suite's stack trace helps nobody.
    this.stack = `${this.name}: ${this.message}`;
  }
}
