/** The contract document cannot be read or does not hold what it has to. Says nothing about a target. */
export class ContractError extends Error {
  override readonly name = 'ContractError';

  /**
   * @param place - where in the document: a line and column, or a JSON Pointer
   * @param problem - what is wrong there, in words
   */
  constructor(place: string, problem: string) {
    super(`schemas/openapi.yaml, ${place}: ${problem}`);
  }
}
