import { expect, test } from '@playwright/test';
import { type SandboxProcess, startSandbox, targetSettings } from '#testing/sandbox-process';
import type { ConformanceReport } from '../../src/report/data/conformance-report.js';
import { runSpeed } from '../../src/target/processes/embedded-sandbox.js';
import { runConformance } from '../conformance-run.js';
import { type BadNetwork, badNetworks } from './bad-networks.js';
import { authorityFile, NetworkProxy } from './network-proxy.js';

// One after another, in one process: no other run may take their time.
test.describe.configure({ mode: 'default' });

/** When a network is bad. */
type Where = 'from the start' | 'in the middle' | 'in the middle, for a while';

/** A wrong TARGET_URL is wrong from the start, and a lossy line has no middle. */
function placesOf({ name, url }: BadNetwork): readonly Where[] {
  if (url !== undefined || name === 'lossy') return ['from the start'];
  const both = ['from the start', 'in the middle'] as const;
  return name === 'refused' ? [...both, 'in the middle, for a while'] : both;
}

/** Milliseconds for which a network is bad before it recovers, and those that it may add to a run. */
const [awhile, mostTimeMore] = [6_000, 90_000];

/** Alternating reads, writes and batches: a few seconds of everything that a run does. */
const selection = [
  ...['specs/reference-data', 'specs/batches', 'specs/errors', '--grep'],
  '@REF-|@BAT-17|(GET /api/v1/(brands|countries|orders)|PATCH /api/v1/products/stock).*@ERR-08',
];

let sandbox: SandboxProcess;
/** The run over a good network, with which the others are compared. */
let clean: Awaited<ReturnType<typeof runOver>>;

test.beforeAll(async () => {
  sandbox = await startSandbox('--speed', runSpeed);
  clean = await runOver(undefined, 'from the start');
  expect(clean.exitCode, clean.output).toBe(0);
});

test.afterAll(() => sandbox[Symbol.asyncDispose]());

/** Runs a few specs with a network between the suite and the sandbox. */
async function runOver(network: BadNetwork | undefined, where: Where) {
  await using proxy = new NetworkProxy(sandbox.url, network?.certificate !== undefined);
  await proxy.mend();
  const isTurning = network !== undefined && where !== 'from the start';
  if (network !== undefined && !isTurning) proxy.turn(network);
  proxy.onRequest = () => {
    if (!isTurning || proxy.requests !== Math.round(clean.requests / 3)) return;
    proxy.turn(network);
    if (where === 'in the middle, for a while') setTimeout(() => void proxy.mend(), awhile);
  };
  const settings = {
    // The control interface bypasses the network, because it is not under test.
    ...targetSettings(sandbox),
    TARGET_URL: network?.url ?? proxy.url,
    ...(network?.certificate !== undefined && { TARGET_CA_FILE: authorityFile }),
  };
  const run = await runConformance(settings, '--workers', '2', '--seed', '1', ...selection);
  return { ...run, requests: proxy.requests };
}

for (const network of badNetworks)
  for (const where of placesOf(network))
    test(`${network.name}, ${where}: a run ends soon, says why, blames nobody, and keeps what it verified`, async () => {
      const { exitCode, output, report, milliseconds } = await runOver(network, where);
      // A request that a lossy line drops may get through when it is sent again.
      expect(network.name === 'lossy' ? [0, 2, 3] : [2, 3], output).toContain(exitCode);
      expect(output).toMatch(network.says);
      expect(report.requirements.filter(({ findings }) => findings.length > 0)).toEqual([]);
      expect(milliseconds).toBeLessThan(clean.milliseconds + mostTimeMore);
      if (where !== 'from the start') expect(report.totals.verdicts.passed).toBeGreaterThan(0);
      expect(lostIn(report)).toEqual([]);
    });

/** Requirements that all of their tests verified, but that don't count as verified. */
function lostIn({ tests, requirements }: ConformanceReport): readonly string[] {
  const passes = new Set(tests.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id));
  return clean.report.requirements.flatMap(({ id, verdict }) => {
    const about = clean.report.tests.filter(({ covers }) => covers.includes(id));
    const isVerified = verdict === 'passed' && about.length > 0 && about.every((each) => passes.has(each.id));
    return isVerified && requirements.find((each) => each.id === id)?.verdict !== 'passed' ? [id] : [];
  });
}
