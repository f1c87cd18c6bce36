import { Refusal } from '../../contract/refusal.js';
import { standardError } from '../../report/terminal/terminal.js';

/** The beginning of a refusal: that of a verdict, if the other ends of the command have one. */
export function refusalBegins(command: string, otherwise = ''): string {
  const hasVerdict = ['run', 'merge', 'judge'].includes(command);
  return hasVerdict ? 'Verdict   nothing can be said (exit 2): ' : otherwise;
}

/** Says why a command can't go on. @returns its exit code */
export function refuse(problem: string, command = 'run'): 2 {
  standardError.say(refusalBegins(command) + problem);
  return 2;
}

/** What is wrong with the command, a file or the contract, in one sentence; undefined if the suite itself is wrong. */
export function problemIn(error: unknown): string | undefined {
  if (error instanceof Refusal) return error.message;
  // Importing the class would read the contract, and throw the error here.
  return error instanceof Error && error.name === 'ContractError' ? `${error.message}.` : undefined;
}
