import { Worker } from 'node:worker_threads';

/** The variable with the id of the process that the processes of a run must not outlive. */
export const parentVariable = 'CONFORMANCE_PARENT';

/** The process that this one ends with, if the variable named one. */
let watched: number | undefined;

/** Whether the command that started this process still runs. */
export function isCommandRunning(): boolean {
  return process.ppid === watched;
}

/**
 * Ends this process after the one that the variable names, even if its own event loop is blocked: a thread of its own
 * watches the parent. From then on, the variable names this process, for those that it starts.
 * @param environment without the variable, there is no parent to watch
 */
export function endWithParent(environment: NodeJS.ProcessEnv, isWorker: boolean): void {
  const parent = Number(environment[parentVariable]);
  environment[parentVariable] = String(process.pid);
  if (!Number.isInteger(parent) || parent <= 0 || parent === process.pid) return;
  watched = parent;
  // Playwright ends a worker as soon as the channel to its parent closes, unless it is blocked. In other processes, SIGINT
  // lets tests remove what they created, and writes the reports.
  const end = isWorker ? { grace: 5_000 } : { signal: 'SIGINT', grace: 30_000 };
  const workerData = { parent, isChild: process.ppid === parent, ...end };
  // The thread needs nothing of this process, least of all what reads TypeScript.
  new Worker(watch, { eval: true, execArgv: [], workerData }).unref();
}

/**
 * It runs in the thread. A parent that has ended may still have its id, or a different process may have got it, but its
 * child then has another parent.
 */
const watch = `
const { parent, isChild, signal, grace } = require('node:worker_threads').workerData;
const isGone = () => {
  if (isChild && process.ppid !== parent) return true;
  try {
    process.kill(parent, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
};
const timer = setInterval(() => {
  if (!isGone()) return;
  clearInterval(timer);
  if (signal !== undefined) process.kill(process.pid, signal);
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), grace);
}, 500);
`;
