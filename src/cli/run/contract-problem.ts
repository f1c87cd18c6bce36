/**
 * Why a module that reads the contract could not be imported, in one sentence; undefined if the error is about something
 * else. It goes by names, because importing the classes of these errors would read the contract too.
 */
export function contractProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'TargetFileError') return error.message;
  return error.name === 'ContractError' ? `Verdict: nothing can be said: ${error.message}.` : undefined;
}
