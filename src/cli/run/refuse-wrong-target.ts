import { loadTarget } from '../../contract/mapping/file/read-target-file.js';
import { targetFileIn } from '../../contract/mapping/file/target-file.js';
import { problemIn, refuse } from './refuse.js';

// Without `await`: while this module waited, the next ones would read the file, and Playwright would report their error
// with exit code 1, which stands for a violation.
try {
  const path = targetFileIn(process.env);
  if (path !== undefined) loadTarget(path);
} catch (error) {
  const problem = problemIn(error);
  if (problem === undefined) throw error;
  process.exit(refuse(problem));
}
