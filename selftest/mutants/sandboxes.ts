import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { standardError, standardOutput } from '../../src/report/terminal/terminal.js';

/**
 * Starts the bundle of the mutated sandbox once for each name, all in this process, and prints what the sandbox prints.
 * Names of mutants that end before they are ready, or throw where nobody catches it, go into a file. What was reached
 * since a sandbox was ready is written at the end, by its name, if a file is given.
 *
 *     node tools/bundle/start.mjs selftest/mutants/sandboxes BUNDLE NAMES CRASHED [REACHED] -- FLAGS
 */
/** The most time for a start, in milliseconds. */
const patience = 30_000;

const [, , bundle = '', names = '', crashed = '', ...others] = process.argv;
const end = others.indexOf('--');
const [reached] = others.slice(0, end);
// The sandbox reads its flags there.
process.argv.splice(2, Number.POSITIVE_INFINITY, ...others.slice(end + 1));
process.setMaxListeners(0);
if (reached !== undefined) globalThis.reachedMutants = new Map();

/** The name of the sandbox in which code runs, also in what it waits for. */
const running = new AsyncLocalStorage<string>();
// What a mutant says before it ends is no news: it is on record.
const { write } = process.stderr;
process.stderr.write = (...given: unknown[]) =>
  running.getStore() !== undefined || Reflect.apply(write, process.stderr, given);
// In a process of its own, the sandbox would have ended; here, the others go on.
process.on('uncaughtException', (error) => {
  const name = running.getStore();
  if (name === undefined) standardError.printAsIs(`No mutant is known for this error: ${error.stack}`);
  else appendFileSync(crashed, `${name}\n`);
});
process.on('exit', () => {
  if (reached === undefined) return;
  const all = [...(globalThis.reachedMutants ?? [])].map(([name, mutants]) => [name, [...mutants()]]);
  writeFileSync(reached, JSON.stringify(Object.fromEntries(all)));
});

// A sandbox that can't start ends its process, but the others go on.
const { exit } = process;
process.exit = (code) => {
  if (code === 0) exit(0);
  throw new Error('The sandbox ended');
};
for (const name of names.split(',')) {
  try {
    const started = running.run(name, () => import(`${pathToFileURL(bundle)}?mutant=${name}`));
    await Promise.race([started, tooLate()]);
    globalThis.reachedMutants?.get(name)?.();
  } catch {
    appendFileSync(crashed, `${name}\n`);
    standardOutput.printAsIs('Control: \nAPI key: \nSandbox ready: ');
  }
}

async function tooLate(): Promise<never> {
  await setTimeout(patience, undefined, { ref: false });
  throw new Error('The sandbox does not become ready');
}
