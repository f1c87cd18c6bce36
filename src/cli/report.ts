import open from 'open';
import { showReport } from './show-report.js';

/**
 * `npm run report`: opens the page of the last run in the browser; with a kept conformance.json it builds the page of
 * that run and opens it. Takes --output and --no-open. Prints the path; outside of a terminal it opens nothing.
 */
process.exitCode = await showReport(process.argv.slice(2), {
  environment: process.env,
  isTerminal: process.stdout.isTTY === true,
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (sentence) => process.stderr.write(`${sentence}\n`),
  open: (path) => open(path),
});
