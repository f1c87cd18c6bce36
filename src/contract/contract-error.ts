/** The contract document cannot be read or does not hold what it has to. Says nothing about a target. */
export class ContractError extends Error {
  override readonly name = 'ContractError';

  /**
   * @param place - where in the document: a line and column, or a JSON Pointer
   * @param problem - what is wrong there, in words
   */
  constructor(place: string, problem: string) {
    super(`schemas/openapi.yaml, ${place}: ${problem}`);
    // The mistake is in the document: where the suite came across it tells nobody anything.
    this.stack = `${this.name}: ${this.message}`;
  }
}
