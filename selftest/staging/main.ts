import { Argument } from 'commander';
import { command } from '../../src/cli/program.js';
import { killRuns } from './kills.js';
import { runAsTheGuidesSay } from './shared-run.js';

/** Runs one part of the self-tests that need an environment like staging; ends with 1 if the suite did something wrong there. */
const parts: Readonly<Record<string, (seed: number) => Promise<boolean>>> = {
  run: (seed) => runAsTheGuidesSay(seed),
  gateway: (seed) => runAsTheGuidesSay(seed, '--world', 'gateway'),
  kill: killRuns,
};

await command('selftest:staging', 'run the suite in an environment like staging')
  .addArgument(new Argument('<part>').choices(Object.keys(parts)))
  .option('--seed <number>', 'draws what is drawn', '1')
  .action(async (part: string, { seed }: { readonly seed: string }) => {
    process.exitCode = (await parts[part]?.(Number(seed))) ? 0 : 1;
  })
  .parseAsync();
