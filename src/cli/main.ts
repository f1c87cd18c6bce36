import { fileURLToPath } from 'node:url';
import { visibleText } from '../http/shown-exchange.js';
import { chooseTarget, targetOfShards } from './choose-target.js';
import { programOf } from './program.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The environment and the output that every command uses. */
const terminal = {
  root,
  environment: process.env,
  isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
  // Every line may contain what a target answered, and nothing of that reaches a terminal raw.
  print: (line: string) => void process.stdout.write(`${visibleText(line)}\n`),
  complain: (sentence: string) => void process.stderr.write(`${visibleText(sentence)}\n`),
};

// A reader who wants only the beginning, such as `| head`, closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

/**
 * Each command imports only the modules that it needs; those that read the contract follow once the target is known.
 */
const program = programOf({
  run: async (asked) => {
    chooseTarget(asked.environment.TARGET_NAME);
    const { conformance } = await import('./conformance.js');
    return conformance(asked);
  },
  plan: async (asked) => {
    chooseTarget(asked.target);
    const { planCommand } = await import('./plan-command.js');
    return planCommand(asked, terminal);
  },
  learn: async (asked) => {
    const { learnCommand } = await import('./learn-command.js');
    return learnCommand(asked, terminal);
  },
  contract: async ({ target }) => {
    const { contractCommand } = await import('./contract-command.js');
    return contractCommand(target, terminal);
  },
  cleanup: async ({ target }) => {
    chooseTarget(target);
    const { cleanupCommand } = await import('./cleanup-command.js');
    return cleanupCommand(target, terminal);
  },
  report: async (asked) => {
    const [{ showReport }, { default: open }] = await Promise.all([
      import('./show-report.js'),
      import('open'),
    ]);
    return showReport(asked, { ...terminal, open });
  },
  merge: async ({ folders }) => {
    process.env.TARGET_NAME = targetOfShards(folders);
    chooseTarget();
    const { mergeShards } = await import('./merge-shards.js');
    return mergeShards(folders, { ...terminal, stdout: process.stdout });
  },
});
await program.parseAsync();
