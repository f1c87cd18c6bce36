import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { undiciTransport } from '../http/transport.js';
import { ControlInterface } from '../target/control-interface.js';
import { residentMemory, startSandbox } from '../target/sandbox-process.js';
import { SoakTraffic } from './soak-traffic.js';

/**
 * `npm run soak -- --minutes 10`: hostile requests to all operations of a sandbox, from several merchants at once, as
 * fast as they are answered. Ends with exit code 1 if its memory grew, an answer was a server error or missing, or a
 * valid request failed in between.
 */
const merchantsAtOnce = 4;
/** Seconds before the first reading, and between two readings. */
const interval = 30;
const mostGrowth = 50;
const megabyte = 1024 * 1024;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
if (!(minutes > 0) || !Number.isInteger(seed)) {
  process.stderr.write('--minutes must be a number above 0, and --seed a whole number.\n');
  process.exit(2);
}

await using sandbox = await startSandbox();
const transport = undiciTransport();
const traffic = new SoakTraffic(sandbox.url, new ControlInterface(sandbox.control), transport, seed);
const stop = new AbortController();
const flows = Promise.all(Array.from({ length: merchantsAtOnce }, () => traffic.flow(stop.signal)));
// A mistake of the soak itself ends it at once.
flows.catch(() => stop.abort());

const readings: number[] = [];
for (let seconds = interval; seconds <= minutes * 60 && !stop.signal.aborted; seconds += interval) {
  await sleep(interval * 1000, undefined, { signal: stop.signal }).catch(() => {});
  const memory = (await residentMemory(sandbox.pid)) / megabyte;
  readings.push(memory);
  process.stdout.write(
    `${String(seconds).padStart(6)} s  ${String(traffic.requests).padStart(9)} requests  ${memory.toFixed(1).padStart(7)} MB resident\n`,
  );
}
stop.abort();
await flows;
await transport.close();

// Averages of the first and the last third: a single reading varies by as much between two garbage collections.
const third = Math.ceil(readings.length / 3);
const [first, last] = [median(readings.slice(0, third)), median(readings.slice(-third))];
const growth = last - first;
const grew = !(growth <= mostGrowth);
for (const line of traffic.told) process.stdout.write(`failed: ${line}\n`);
process.stdout.write(
  `${traffic.requests} requests, ${traffic.failures} failures; memory from ${first.toFixed(1)} to ${last.toFixed(1)} MB, ${growth.toFixed(1)} MB more (at most ${mostGrowth} are allowed)\n`,
);
process.exitCode = grew || traffic.failures > 0 ? 1 : 0;

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
