// Node loads this file first in each process of a run (NODE_OPTIONS). A worker that has started a browser is blocked from
// then on: its event loop never turns again.
import childProcess from 'node:child_process';

const { spawn } = childProcess.ChildProcess.prototype;
childProcess.ChildProcess.prototype.spawn = function (options) {
  const result = spawn.call(this, options);
  const isBrowser = options.args?.some((each) => each.startsWith('--headless'));
  // Playwright sets the variable in a worker after it has started.
  if (isBrowser && process.env.TEST_WORKER_INDEX !== undefined) for (;;);
  return result;
};
