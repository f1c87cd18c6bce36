import { fileURLToPath } from 'node:url';
import { learnCommand } from './learn-command.js';

/**
 * `npm run learn -- --target NAME`: proposes `targets/NAME.yaml`, which says how the target fills the gaps of the
 * description. With `--check` it compares and writes nothing. The exit code is 0 if nothing is open, 3 if there are
 * open questions, 1 if `--check` finds differences, and 2 if nothing could be learned.
 */
process.exitCode = await learnCommand(process.argv.slice(2), {
  root: fileURLToPath(new URL('../..', import.meta.url)),
  environment: process.env,
  isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (sentence) => process.stderr.write(`${sentence}\n`),
});
