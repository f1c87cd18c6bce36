// Node loads this file first in each process of a run (NODE_OPTIONS), before anything understands TypeScript. It
// writes down the command line of the process and of every process that it starts, so that none is missed because it
// ended quickly.
import childProcess from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const file = process.env.COMMAND_LINES_FILE;

function record(...words) {
  if (file) appendFileSync(file, `${words.flat().join(' ')}\n`);
}

record(process.execPath, process.execArgv, process.argv.slice(1));

// spawn, fork, exec and execFile all end here.
const { spawn } = childProcess.ChildProcess.prototype;
childProcess.ChildProcess.prototype.spawn = function (options) {
  record(options.file, options.args ?? []);
  return spawn.call(this, options);
};
for (const name of ['spawnSync', 'execFileSync', 'execSync']) {
  const original = childProcess[name];
  childProcess[name] = (program, ...rest) => {
    record(program, Array.isArray(rest[0]) ? rest[0] : []);
    return original(program, ...rest);
  };
}
syncBuiltinESMExports();
