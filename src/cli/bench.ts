import { Agent } from 'undici';
import { createClient } from '../client/client.js';
import { validKey } from '../client/credentials.js';
import { undiciTransport } from '../client/undici-transport.js';
import { operation } from '../contract/operations.js';
import type { Exchange } from '../exchange/exchange.js';
import { Secrets } from '../exchange/secrets.js';
import { ControlInterface } from '../target/control-interface.js';
import { startSandbox } from '../target/sandbox-process.js';
import { Recorder } from '../verdicts/recorder.js';

/**
 * `npm run bench`: exchanges a second of the volume transport, with and without the checks, beside a bare undici loop
 * against the same sandbox. The three take turns in each round, so that whatever else the machine does meets them all.
 */
const rounds = 7;
const requestsOfRound = 3000;
const warmUp = 1500;
const connections = 16;

/** What a conformance run mostly reads: a list of a hundred entries, the result of a batch, a list with pages, and an error. */
const reads = ['listBrands', 'listCountries', 'listProducts', 'getStatusResults'] as const;
const unknownBatch = { batch_request_id: '00000000-0000-4000-8000-000000000000' };

await using sandbox = await startSandbox();
const control = new ControlInterface(sandbox.control);
const { merchantId, apiKey } = await control.createMerchant(1);
// A window of a minute is over in less than a request, so that no limit is met.
await control.setClock(merchantId, { speed: 1_000_000 });

const secrets = new Secrets();
secrets.add(apiKey);
const transport = undiciTransport(connections);
const clientThat = (observe: (exchange: Exchange) => void) =>
  createClient({ baseUrl: sandbox.url, transport, credentials: validKey(apiKey), secrets, observe });

const recorder = new Recorder({ covers: [], isConfirmed: () => true, secrets, replay: '' });
const unchecked = clientThat(() => {});
const checked = clientThat((exchange) => recorder.observe(exchange));
const agent = new Agent({ connections });

const contenders = {
  'bare undici': async (index: number) => {
    const operationId = reads[index % reads.length] ?? 'listBrands';
    const query = operationId === 'getStatusResults' ? `?${new URLSearchParams(unknownBatch)}` : '';
    const answer = await agent.request({
      origin: sandbox.url,
      path: operation(operationId).path + query,
      method: 'GET',
      headers: { 'x-api-key': apiKey },
    });
    await answer.body.arrayBuffer();
  },
  'volume transport': (index: number) => read(unchecked, index),
  'volume transport, all checks': (index: number) => read(checked, index),
};

function read(client: ReturnType<typeof createClient>, index: number): Promise<Exchange> {
  const operationId = reads[index % reads.length] ?? 'listBrands';
  const query = operationId === 'getStatusResults' ? unknownBatch : {};
  return client.send(operation(operationId), { query });
}

/** Sends a number of requests, as many at once as there are connections. @returns requests a second */
async function perSecond(send: (index: number) => Promise<unknown>, requests: number): Promise<number> {
  const start = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < requests) await send(next++);
  };
  await Promise.all(Array.from({ length: connections }, lane));
  return (requests * 1000) / (performance.now() - start);
}

const measured = new Map<string, number[]>();
for (const send of Object.values(contenders)) await perSecond(send, warmUp);
for (let round = 0; round < rounds; round += 1) {
  for (const [name, send] of Object.entries(contenders))
    measured.set(name, [...(measured.get(name) ?? []), await perSecond(send, requestsOfRound)]);
}
await Promise.all([transport.close(), agent.destroy()]);

if (recorder.findings.length > 0) throw new Error('The sandbox violated the contract during the benchmark.');
const [first] = measured.values();
const bare = median(first ?? []);
process.stdout.write(`${rounds} rounds of ${requestsOfRound} requests, ${connections} at once, median:\n`);
for (const [name, rates] of measured) {
  const rate = median(rates);
  process.stdout.write(
    `${name.padEnd(30)} ${rate.toFixed(0).padStart(6)} exchanges/s  ${(rate / bare).toFixed(2)} of bare\n`,
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
