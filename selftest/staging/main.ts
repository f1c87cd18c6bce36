import { parseArgs } from 'node:util';
import { standardError } from '../../src/report/terminal/terminal.js';
import { killRuns } from './kills.js';
import { runOnStaging } from './shared-run.js';

/**
 * Runs one part of the self-tests that need an environment like staging, `run` or `kill`. Ends with 1 if the suite did
 * something there that it must not do.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' } },
});
const programs = new Map([
  ['run', runOnStaging],
  ['kill', killRuns],
]);
const program = programs.get(positionals.join(' '));
if (program !== undefined) process.exitCode = (await program(Number(values.seed))) ? 0 : 1;
else {
  standardError.say('Name a part: run or kill.');
  process.exitCode = 2;
}
