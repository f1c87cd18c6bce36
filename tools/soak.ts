import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { residentMemory, startSandbox } from '#testing/sandbox-process';
import { type Operation, operations } from '../src/contract/operations.js';
import { hostileRequest } from '../src/data/hostile/hostile-request.js';
import { type Client, createClient, validKey } from '../src/http/client.js';
import { Secrets } from '../src/http/shown/secrets.js';
import { type AnyRequest, TransportError, undiciTransport } from '../src/http/transports/transport.js';
import { Batches } from '../src/operations/batches.js';
import { Prerequisites } from '../src/operations/prerequisites/prerequisites.js';
import { operationRecords } from '../src/operations/records/index.js';
import { standardError, standardOutput } from '../src/report/terminal/terminal.js';
import { ControlInterface } from '../src/target/merchants/control-interface.js';
import { controlledMerchant, runningClock } from '../src/target/merchants/merchant.js';
import { Blocked } from '../src/verdicts/finding.js';

/**
 * `npm run soak -- --minutes 10`: hostile requests to all operations of a sandbox, from several merchants at the same
 * time, as fast as they are answered. Ends with exit code 1 if the sandbox's memory grew, a response was a server error
 * or missing, or a valid request failed in between.
 */
const merchantsAtOnce = 4;
/** Seconds before the first reading, and between two readings. */
const interval = 30;
const mostGrowth = 50;
const megabyte = 1024 * 1024;
/** Seconds of a merchant's clock per second: a rate window is over in less than the time of a request. */
const speed = 1_000_000;
/** The number of hostile requests between two valid ones. */
const hostileRequests = 30;
/** Seconds of the merchant's clock in which a batch must finish. */
const deadline = 1000;
/** The largest number of failures that are printed one by one. */
const mostShown = 20;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
});
const minutes = Number(values.minutes);
let seed = Number(values.seed);
if (!(minutes > 0) || !Number.isInteger(seed)) {
  standardError.printAsIs('--minutes must be a number above 0, and --seed a whole number.');
  process.exit(2);
}

await using sandbox = await startSandbox();
const control = new ControlInterface(sandbox.control);
const transport = undiciTransport();
let [requests, failures] = [0, 0];
const shown: string[] = [];
const stop = new AbortController();
const flows = Promise.all(Array.from({ length: merchantsAtOnce }, flow));
// An error in the soak itself ends it immediately.
flows.catch(() => stop.abort());

const readings: number[] = [];
for (let seconds = interval; seconds <= minutes * 60 && !stop.signal.aborted; seconds += interval) {
  await sleep(interval * 1000, undefined, { signal: stop.signal }).catch(() => {});
  const memory = (await residentMemory(sandbox.pid)) / megabyte;
  readings.push(memory);
  standardOutput.printAsIs(
    `${String(seconds).padStart(6)} s  ${String(requests).padStart(9)} requests  ${memory.toFixed(1).padStart(7)} MB resident`,
  );
}
stop.abort();
await flows;
await transport.close();

// Medians of the first and the last third: a single reading varies by as much between two garbage collections.
const third = Math.ceil(readings.length / 3);
const [first, last] = [median(readings.slice(0, third)), median(readings.slice(-third))];
const growth = last - first;
const grew = !(growth <= mostGrowth);
for (const line of shown) standardOutput.printAsIs(`failed: ${line}`);
standardOutput.printAsIs(
  `${requests} requests, ${failures} failures; memory from ${first.toFixed(1)} to ${last.toFixed(1)} MB, ${growth.toFixed(1)} MB more (at most ${mostGrowth} are allowed)`,
);
process.exitCode = grew || failures > 0 ? 1 : 0;

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Sends hostile requests to every operation, as a series of new merchants, until it is stopped. */
async function flow(): Promise<void> {
  while (!stop.signal.aborted) {
    const made = await control.createMerchant(nextSeed());
    await control.setClock(made.merchantId, { speed });
    const api = clientWith(made.apiKey);
    const clock = runningClock(speed);
    const merchant = controlledMerchant(control, made, clock);
    const given = new Prerequisites({
      api,
      batches: new Batches(api, clock, deadline),
      merchant,
      writes: 'allow',
      prefix: 'soak-',
      seed: nextSeed(),
      deadline,
    });
    for (const operation of operations)
      if (!stop.signal.aborted) await guarded(operation, () => soak(operation, api, given));
    await merchant.release();
  }
}

async function soak(operation: Operation, api: Client, given: Prerequisites): Promise<void> {
  const { request } = operationRecords[operation.operationId];
  const valid: AnyRequest = await request(given);
  const hostile = fc.sample(hostileRequest(operation, valid), { numRuns: hostileRequests, seed: nextSeed() });
  for (const { what, request } of hostile) await guarded(operation, () => api.send(operation, request), what);
  const after = await api.send(operation, await request(given));
  if (!after.succeeded) fail(`a valid request failed: ${after.line}`);
}

/** Counts a missing response as a failure, and continues. */
async function guarded(operation: Operation, action: () => Promise<unknown>, what = ''): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!(error instanceof TransportError) && !(error instanceof Blocked)) throw error;
    fail(`${operation.operationId}, ${what}: ${error.message}`);
  }
}

function clientWith(key: string): Client {
  return createClient({
    baseUrl: sandbox.url,
    transport,
    credentials: validKey(key),
    // One for each merchant: a shared one would grow with every key.
    secrets: new Secrets(),
    observe: ({ status, line }) => {
      requests += 1;
      if (status >= 500) fail(line);
    },
  });
}

function fail(line: string): void {
  failures += 1;
  if (shown.length < mostShown) shown.push(line.slice(0, 300));
}

function nextSeed(): number {
  seed += 1;
  return seed;
}
