import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { expect, test } from '@playwright/test';
import { serve } from '#testing/loopback-server';
import { PeakMemory } from '#testing/peak-memory';
import { type SandboxProcess, startSandbox, targetSettings } from '#testing/sandbox-process';
import { stepped } from '../../fixtures/steps.js';
import { trust } from '../../src/http/connections.js';
import { type ResponseLimits, responseLimits } from '../../src/http/response.js';
import { type Transport, TransportError, undiciTransport } from '../../src/http/transports/transport.js';
import type { ConformanceReport } from '../../src/report/data/conformance-report.js';
import { runSpeed } from '../../src/target/processes/embedded-sandbox.js';
import { runConformance } from '../conformance-run.js';
import { authorityFile, startNetworkProxy } from '../proxies.js';
import { type BadNetwork, badNetworks } from './bad-network.js';

// One after another, in one process: no other run may take their time or memory.
test.describe.configure({ mode: 'default' });

const short = { connecting: 1500, milliseconds: 1500, bytes: 1024 * 1024 };
const authority = readFileSync(authorityFile);
/** The largest number of milliseconds until the sentence appears, on a busy machine. */
const atMost = 5_000;
const megabyte = 1024 * 1024;

trust(createSecureContext({ ca: authority }));

function transport(limits: ResponseLimits = responseLimits): Transport {
  return undiciTransport(1, limits);
}

for (const { name, meets, says } of badNetworks) {
  // A lossy line sometimes carries a response, and one redirect is not a loop: whole runs test both.
  if (meets.kind === 'lossy' || name === 'redirect loop') continue;

  test(`${name}: both transports give up soon, use little memory, and report the trouble`, async () => {
    await using target = await serve((_request, response) => response.end('[]'));
    await using proxy = await startNetworkProxy(target.url, meets.kind === 'certificate');
    const url = `${meets.kind === 'url' ? meets.url : proxy.url}/api/v1/brands/`;
    const request = { method: 'GET', url, headers: { 'x-api-key': 'sk-good-1' } };
    if (meets.kind !== 'url') {
      // The network is bad, not the transport.
      const before = transport();
      expect(await before.send(request)).toMatchObject({ status: 200 });
      await before.close();
      proxy.turn(meets);
    }

    const transports = [transport(short), transport(short)] as const;
    const ways = [transports[0], stepped(transports[1])];
    const [began, held] = [performance.now(), process.memoryUsage().rss];
    const errors = await Promise.all(ways.map((way) => way.send(request).catch((thrown: unknown) => thrown)));
    for (const error of errors) {
      expect(error).toBeInstanceOf(TransportError);
      expect(String(error)).toMatch(says);
      expect(String(error)).toContain(new URL(url).host);
      expect(String(error)).not.toContain('sk-good-1');
    }
    expect(performance.now() - began).toBeLessThan(atMost);
    expect(process.memoryUsage().rss - held).toBeLessThan(60 * megabyte);
    await Promise.all(transports.map((each) => each.close()));
  });
}

/** When a network is bad. */
type Where = 'from the start' | 'in the middle' | 'in the middle, for a while';

/** A wrong TARGET_URL is wrong from the start, and a lossy line has no middle. */
function placesOf({ name, meets }: BadNetwork): readonly Where[] {
  if (meets.kind === 'url' || meets.kind === 'lossy') return ['from the start'];
  const both = ['from the start', 'in the middle'] as const;
  return name === 'refused' ? [...both, 'in the middle, for a while'] : both;
}

/** Milliseconds for which a network is bad before it recovers. */
const awhile = 6_000;

/** Alternating reads, writes and batches: a few seconds of everything that a run does. */
const selection = [
  ...['specs/reference-data', 'specs/batches', 'specs/errors', '--grep'],
  '@REF-|@BAT-17|(GET /api/v1/(brands|countries|orders)|PATCH /api/v1/products/stock).*@ERR-08',
];

/** Milliseconds, and bytes, that a bad network may add to a run: less than a hundredth of the endless response. */
const [mostTimeMore, mostMemoryMore] = [90_000, 100 * megabyte];

// The first run over a good network, with which the others are compared.
test.describe(() => {
  let sandbox: SandboxProcess;
  let clean: Awaited<ReturnType<typeof runOver>>;

  test.beforeAll(async () => {
    sandbox = await startSandbox('--speed', runSpeed);
    clean = await runOver(undefined, 'from the start');
    expect(clean.exitCode, clean.output).toBe(0);
  });

  test.afterAll(() => sandbox[Symbol.asyncDispose]());

  /** Runs a few specs with a network between the suite and the sandbox. */
  async function runOver(network: BadNetwork | undefined, where: Where) {
    const meets = network?.meets;
    await using proxy = await startNetworkProxy(sandbox.url, meets?.kind === 'certificate');
    if (meets !== undefined && meets.kind !== 'url' && where === 'from the start') proxy.turn(meets);
    proxy.onRequest = () => {
      if (meets === undefined || where === 'from the start') return;
      if (proxy.requests !== Math.round(clean.requests / 3)) return;
      if (meets.kind !== 'url') proxy.turn(meets);
      if (where === 'in the middle, for a while') setTimeout(() => void proxy.mend(), awhile);
    };
    using memory = new PeakMemory(sandbox.pid);
    const settings = {
      // The control interface bypasses the network, because it is not under test.
      ...targetSettings(sandbox),
      TARGET_URL: meets?.kind === 'url' ? meets.url : proxy.url,
      ...(meets?.kind === 'certificate' ? { TARGET_CA_FILE: authorityFile } : {}),
    };
    const run = await runConformance(settings, '--workers', '2', '--seed', '1', ...selection);
    return { ...run, peakMemory: memory.bytes, requests: proxy.requests };
  }

  for (const network of badNetworks)
    for (const where of placesOf(network))
      test(`${network.name}, ${where}: a run ends soon, says why, blames nobody, and keeps what it verified`, async () => {
        const run = await runOver(network, where);
        const { exitCode, output, report } = run;
        // A request that a lossy line drops may get through when it is sent again.
        expect(network.meets.kind === 'lossy' ? [0, 2, 3] : [2, 3], output).toContain(exitCode);
        expect(output).toMatch(network.says);
        expect(report.requirements.filter(({ findings }) => findings.length > 0)).toEqual([]);
        expect(run.milliseconds).toBeLessThan(clean.milliseconds + mostTimeMore);
        expect(run.peakMemory).toBeLessThan(clean.peakMemory + mostMemoryMore);
        if (where !== 'from the start') expect(report.totals.verdicts.passed).toBeGreaterThan(0);
        expect(lostIn(report, clean.report)).toEqual([]);
      });
});

/** Requirements that all of their tests verified, but that don't count as verified. */
function lostIn({ tests, requirements }: ConformanceReport, clean: ConformanceReport): readonly string[] {
  const passes = new Set(tests.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id));
  return clean.requirements.flatMap(({ id, verdict }) => {
    const about = clean.tests.filter(({ covers }) => covers.includes(id));
    const isVerified = verdict === 'passed' && about.length > 0 && about.every((each) => passes.has(each.id));
    return isVerified && requirements.find((each) => each.id === id)?.verdict !== 'passed' ? [id] : [];
  });
}
