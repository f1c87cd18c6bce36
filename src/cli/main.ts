#!/usr/bin/env node
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { commandLine, moduleFile, workingFolder } from '../contract/documents/folders.js';
import { targetFileVariable } from '../contract/mapping/file/target-file.js';
import { standardError, standardOutput } from '../report/terminal/terminal.js';
import { hideAllKeys, unsetEmpty, urlVariable } from '../target/environment.js';
import { type NamedTarget, programOf } from './program.js';
import { problemIn, refuse } from './run/refuse.js';

unsetEmpty(process.env);
hideAllKeys(process.env, workingFolder);
process.on('uncaughtException', crash);
standardOutput.onClosed(() => process.exit());

/** The environment and the output that every command uses. */
const terminal = {
  workingFolder,
  environment: process.env,
  isTerminal: process.stdin.isTTY === true && standardOutput.isTTY,
  say: (sentence: string) => standardOutput.say(sentence),
  print: (line: string) => standardOutput.printAsIs(line),
  complain: (sentence: string) => standardError.say(sentence),
};

/**
 * Ends a command that can't be done, or by a mistake of ours: the error may quote a target, and its stack says nothing to
 * users.
 */
function crash(error: unknown): void {
  process.exit(refuse(problemIn(error) ?? mistakeIn(error), process.argv[2]));
}

function mistakeIn(error: unknown): string {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const place = stack.split('\n').find((line) => line.startsWith('    at '));
  return `The suite itself failed: ${message.split('\n', 1)[0]}${place === undefined ? '' : ` (${place.trim()})`}.`;
}

/** An action that names the target before it imports what reads the target's contract. */
function naming<Asked extends NamedTarget>(act: (asked: Asked) => Promise<number>) {
  return (asked: Asked) => {
    if (asked.url !== undefined) process.env[urlVariable] = asked.url;
    if (asked.target !== undefined) process.env.TARGET_NAME = asked.target;
    return act(asked);
  };
}

/** Each command imports only the modules that it needs. */
const program = programOf({
  run: async (asked) => {
    Object.assign(process.env, asked.environment);
    const { conformance } = await import('./run/conformance.js');
    return conformance(asked, terminal);
  },
  plan: naming(async (asked) => (await import('./commands/plan-command.js')).planCommand(asked, terminal)),
  learn: naming(async (asked) => {
    // What the target does is compared with what is assumed, whatever its file says.
    process.env[targetFileVariable] = '';
    const { learnCommand } = await import('./commands/learn-command.js');
    return learnCommand(asked, terminal);
  }),
  requirements: async (asked) =>
    (await import('./commands/requirements-command.js')).requirementsCommand(asked, terminal),
  cleanup: naming(async () => (await import('./commands/cleanup-command.js')).cleanupCommand(terminal)),
  report: async (asked) => {
    const [{ showReport }, { targetOfRun }, { default: open }] = await Promise.all([
      import('./commands/show-report.js'),
      import('../report/run/evidence-journal.js'),
      import('open'),
    ]);
    // The report of a run that left none is made under the contract of its target.
    if (asked.run !== undefined) process.env.TARGET_NAME = targetOfRun(asked.run);
    return showReport(asked, { ...terminal, open, output: standardOutput });
  },
  merge: async ({ folder }) => (await import('./commands/merge-command.js')).mergeCommand(folder, terminal),
  // The name only says which mapping translates: nothing is sent.
  judge: naming(async (asked) => {
    // A long recording leaves much garbage. V8 would let it grow to several times of what is kept before collecting it.
    setFlagsFromString('--optimize-for-size');
    const { judgeCommand } = await import('./commands/judge-command.js');
    return judgeCommand(asked, { ...terminal, output: standardOutput });
  }),
  sandbox: async ({ flags }) => {
    // A program of its own, which knows nothing of the suite: it reads its arguments itself.
    process.env.SANDBOX_COMMAND = commandLine('sandbox', ['']).trimEnd();
    process.argv.splice(2, process.argv.length, ...flags);
    if (flags.includes('--judge')) {
      const { judgeReceivedRequests } = await import('./commands/judged-sandbox.js');
      judgeReceivedRequests(terminal.say);
    }
    await import(pathToFileURL(moduleFile('sandbox/main')).href);
    return 0;
  },
  compare: async (asked) => (await import('./commands/compare-command.js')).compareCommand(asked, terminal),
});
await program.parseAsync().catch(crash);
