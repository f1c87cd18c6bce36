import { standardError } from '../../report/terminal/terminal.js';
import { contractProblem } from './contract-problem.js';

// Playwright itself would end with exit code 1, which stands for a violation.
await import('../../contract/operations.js').catch((error: unknown) => {
  const problem = contractProblem(error);
  if (problem === undefined) throw error;
  standardError.say(problem);
  process.exit(2);
});
