import { parseArgs } from 'node:util';
import { standardError } from '../../src/report/terminal/terminal.js';
import { killRuns } from './kills.js';
import { runOnStaging } from './shared-run.js';

/**
 * Runs one part of the self-tests that need an environment like staging: `run`, with arguments of `npm run conformance`,
 * or `kill`. Ends with 1 if the suite did something there that it must not do.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    speed: { type: 'string' },
    orders: { type: 'string' },
    times: { type: 'string', default: '10' },
  },
});
const [part, ...args] = positionals;
const [seed, speed] = [Number(values.seed), Number(values.speed ?? (part === 'kill' ? 30 : 1))];
if (part === 'run') {
  const orders = values.orders === undefined ? {} : { orders: Number(values.orders) };
  process.exitCode = (await runOnStaging({ seed, speed, args, ...orders })) ? 0 : 1;
} else if (part === 'kill')
  process.exitCode = (await killRuns({ seed, speed, times: Number(values.times) })) ? 0 : 1;
else {
  standardError.say('Name a part: run or kill.');
  process.exitCode = 2;
}
