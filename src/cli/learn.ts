import { fileURLToPath } from 'node:url';
import { learnCommand } from './learn-command.js';

/**
 * `npm run learn -- --target NAME`: proposes `targets/NAME.yaml`, how the target fills the gaps of the description. With
 * `--check` it writes nothing and compares. The exit code is 0 with nothing open, 3 with open questions, 1 where `--check`
 * found differences, and 2 where nothing could be learned.
 */
process.exitCode = await learnCommand(process.argv.slice(2), {
  root: fileURLToPath(new URL('../..', import.meta.url)),
  environment: process.env,
  isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (sentence) => process.stderr.write(`${sentence}\n`),
});
