import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConformanceRun, runConformance } from '../../src/cli/conformance-process.js';
import { type SandboxProcess, targetSettings } from '../../src/target/sandbox-process.js';
import type { BadNetwork, Meeting } from './bad-network.js';
import { type NetworkProxy, startNetworkProxy } from './network-proxy.js';
import { PeakMemory } from './peak-memory.js';

/** When a network is bad. */
export type Where = 'from the start' | 'in the middle' | 'in the middle, for a while';

/** A run of the suite over a network. */
export interface Trial extends ConformanceRun {
  /** In bytes. */
  readonly peakMemory: number | undefined;
  /** Number of requests that reached the target. */
  readonly requests: number;
}

/** Alternating reads, writes and batches: a few seconds of everything that a run does. */
const selection = [
  'specs/reference-data',
  'specs/batches/size.spec.ts',
  'specs/errors/hostile-input.spec.ts',
];
const narrowed = [
  '--grep',
  'reference-data|size.spec|GET /api/v1/(brands|countries|orders)|PATCH /api/v1/products/stock',
];

const authority = fileURLToPath(new URL('../certificates/authority.pem', import.meta.url));

/** Milliseconds for which a network is bad before it recovers. */
const awhile = 6_000;

/**
 * Runs a few specs with a network between the suite and a sandbox.
 * @param network undefined for a good network
 * @param after number of requests before the network turns bad in the middle
 */
export async function tryNetwork(
  sandbox: SandboxProcess,
  folder: string,
  network: BadNetwork | undefined,
  where: Where,
  after: number,
): Promise<Trial> {
  const meets = network?.meets;
  await using proxy = await startNetworkProxy(sandbox.url, meets?.kind === 'certificate');
  if (meets !== undefined && meets.kind !== 'url') prepare(proxy, meets, where, after);
  using memory = new PeakMemory([sandbox.pid]);
  const settings = {
    // The control interface bypasses the network, because it is not under test.
    ...targetSettings(sandbox),
    TARGET_URL: meets?.kind === 'url' ? meets.url : proxy.url,
    ...(meets?.kind === 'certificate' ? { TARGET_CA_FILE: authority } : {}),
  };
  const reports = join(folder, 'reports');
  rmSync(reports, { recursive: true, force: true });
  const args = [...selection, ...narrowed, '--seed', '1', '--output', join(folder, 'artifacts')];
  const run = await runConformance(settings, reports, args);
  return { ...run, peakMemory: memory.bytes, requests: proxy.requests };
}

function prepare(proxy: NetworkProxy, meets: Meeting, where: Where, after: number): void {
  if (where === 'from the start') {
    proxy.turn(meets);
    return;
  }
  proxy.onRequest = () => {
    if (proxy.requests !== after) return;
    proxy.turn(meets);
    if (where === 'in the middle, for a while') setTimeout(() => void proxy.mend(), awhile);
  };
}
