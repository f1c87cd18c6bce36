import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent } from 'undici';
import { startSandbox } from '#testing/sandbox-process';
import { targetFileVariable } from '../src/contract/mapping/file/target-file.js';
import type { Exchange } from '../src/http/exchange.js';
import { Secrets } from '../src/http/shown/secrets.js';
import { standardOutput } from '../src/report/terminal/terminal.js';
import { ControlInterface } from '../src/target/merchants/control-interface.js';

/**
 * `npm run bench`: exchanges per second of the volume transport, with and without the checks, next to a bare undici
 * loop, and with all checks through a target's file of 40 steps. All contenders request the same responses from the
 * same sandbox, in a world with different names and envelopes. The last two therefore differ only in the translation:
 * the same contract checks the responses with and without it. The contenders take turns in each round, so that other
 * load on the machine affects all of them. At the end: how long a browser takes to open a large page.
 */
const rounds = 60;
const requestsOfRound = 140;
const warmUpRounds = 10;
const connections = 16;

// Modules that read the contract need this variable when they are loaded, so they are imported after this line.
process.env[targetFileVariable] = fileURLToPath(new URL('bench-target.yaml', import.meta.url));
const { createClient, validKey } = await import('../src/http/client.js');
const { targetOf, translated } = await import('../src/http/transports/translated-transport.js');
const { undiciTransport } = await import('../src/http/transports/transport.js');
const { operation } = await import('../src/contract/operations.js');
const { Recorder } = await import('../src/verdicts/recording/recorder.js');
const { crowdedReport } = await import('#testing/crowded-report');
const { writePage } = await import('../src/report/page/write-page.js');
const { launchBrowser } = await import('../src/browser/browser.js');

await using sandbox = await startSandbox('--world', 'names-and-envelopes');
const control = new ControlInterface(sandbox.control);
const { merchantId, apiKey } = await control.createMerchant(1);
// A window of a minute passes in less time than a request takes, so no limit is reached.
await control.setClock(merchantId, { speed: 1_000_000 });

const secrets = new Secrets();
secrets.add(apiKey);
const wire = undiciTransport(connections);
const clientBy = (transport: typeof wire, observe: (exchange: Exchange) => void) =>
  createClient({ baseUrl: sandbox.url, transport, credentials: validKey(apiKey), secrets, observe });
type Client = ReturnType<typeof clientBy>;

const recorder = new Recorder({ covers: [], isConfirmed: () => true, secrets, replay: '' });
const unchecked = clientBy(wire, () => {});
const checked = clientBy(wire, (exchange) => recorder.observe(exchange));
const throughFile = clientBy(translated(wire), (exchange) => recorder.observe(exchange));
const agent = new Agent({ connections });

/** Lists of all sizes, the largest possible response, and an error. */
const reads = [
  read('listBrands'),
  read('listCountries'),
  read('listCategories'),
  read('getAttributeGroups', { path: { id: await anyCategory() } }),
  read('listReports'),
  read('listWebhookEventTypes'),
  read('getStatusResults', { query: { batch_request_id: '00000000-0000-4000-8000-000000000000' } }),
];

type Read = ReturnType<typeof read>;

function read(id: Parameters<typeof operation>[0], request: Parameters<Client['send']>[1] = {}) {
  return { operation: operation(id), request };
}

/** The id of a category that has attribute groups. */
async function anyCategory(): Promise<unknown> {
  const { json } = await throughFile.listCategories();
  const items: unknown = Reflect.get(Object(json), 'items');
  const leaf = [items].flat().findLast((each) => typeof each === 'object');
  return Reflect.get(Object(leaf), 'id');
}

const contenders: Readonly<Record<string, (each: Read) => Promise<unknown>>> = {
  'bare undici': async (each) => {
    const response = await agent.request({
      origin: sandbox.url,
      path: targetOf(each.operation, each.request),
      method: each.operation.method,
      headers: { 'x-api-key': apiKey },
    });
    await response.body.arrayBuffer();
  },
  'volume transport': (each) => unchecked.send(each.operation, each.request),
  'volume transport, all checks': (each) => checked.send(each.operation, each.request),
  'the same, through a file of 40 steps': (each) => throughFile.send(each.operation, each.request),
};

interface Measured {
  /** Exchanges per second. */
  readonly rate: number;
  /** Milliseconds of processor time that this process spends on an exchange; the sandbox is a separate process. */
  readonly work: number;
}

/** Sends the requests of a round, as many at a time as there are connections. */
async function measure(send: (each: Read) => Promise<unknown>): Promise<Measured> {
  const [start, worked] = [performance.now(), process.cpuUsage()];
  let left = requestsOfRound;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      const each = reads[left % reads.length];
      if (each !== undefined) await send(each);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  const { user, system } = process.cpuUsage(worked);
  return {
    rate: (requestsOfRound * 1000) / (performance.now() - start),
    work: (user + system) / 1000 / requestsOfRound,
  };
}

/** The results of each contender in each round, without the warm-up rounds. */
const measured: (readonly Measured[])[] = [];
for (let round = -warmUpRounds; round < rounds; round += 1) {
  const results: Measured[] = [];
  for (const send of Object.values(contenders)) results.push(await measure(send));
  if (round >= 0) measured.push(results);
}
await Promise.all([wire.close(), agent.destroy()]);

if (recorder.findings.length > 0)
  throw new Error(`The sandbox violated the contract: ${JSON.stringify(recorder.findings[0])}`);
standardOutput.printAsIs(
  `${rounds} rounds of ${requestsOfRound} requests, ${connections} at a time, median:`,
);
for (const [index, name] of Object.keys(contenders).entries()) {
  const rate = median((results) => results[index]?.rate).toFixed(0);
  const ofBare = median((results) => ratio(results[index]?.rate, results[0]?.rate)).toFixed(2);
  const work = median((results) => results[index]?.work).toFixed(2);
  standardOutput.printAsIs(
    `${name.padEnd(38)} ${rate.padStart(6)} exchanges/s  ${ofBare} of bare  ${work} ms of CPU time each`,
  );
}
const seam = median((results) => ratio(results.at(-1)?.rate, results.at(-2)?.rate)).toFixed(2);
standardOutput.printAsIs(`Through the file: ${seam} of the exchanges per second without it`);
standardOutput.printAsIs(await timeOfPage());

/** How long a browser takes to open the page of a run with 30 violations, from the disk to its first picture. */
async function timeOfPage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-bench-'));
  const file = join(folder, 'index.html');
  await writePage(crowdedReport(), file, { linksTests: true });
  const megabytes = (statSync(file).size / 1_000_000).toFixed(1);
  const browser = await launchBrowser(process.env);
  const times: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const page = await browser.newPage();
    await page.goto(`file://${file}`);
    // A screenshot waits for the first picture.
    await page.screenshot();
    const painted = await page.evaluate(() =>
      performance
        .getEntries()
        .filter(({ name }) => name.endsWith('-paint'))
        .map(({ startTime }) => startTime),
    );
    times.push(Math.max(...painted));
    await page.close();
  }
  await browser.close();
  rmSync(folder, { recursive: true });
  const [fastest, middle] = times.toSorted((a, b) => a - b).filter((_, index) => index === 0 || index === 3);
  return `The page of 30 violations, ${megabytes} MB: opens within ${middle?.toFixed(0)} ms (median), ${fastest?.toFixed(0)} ms at best`;
}

/** The median over the rounds: both numbers of a ratio come from the same round. */
function median(of: (results: readonly Measured[]) => number | undefined): number {
  const values = measured.map((results) => of(results) ?? Number.NaN).toSorted((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? Number.NaN;
}

function ratio(one = Number.NaN, other = Number.NaN): number {
  return one / other;
}
