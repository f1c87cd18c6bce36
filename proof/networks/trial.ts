import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConformanceRun, runConformance } from '../../src/cli/conformance-process.js';
import { residentMemory, type SandboxProcess, targetSettings } from '../../src/target/sandbox-process.js';
import type { BadNetwork, Meeting } from './bad-network.js';
import { type NetworkProxy, startNetworkProxy } from './network-proxy.js';

/** Milliseconds between two readings. */
const interval = 200;

/** Measures the total memory of the processes that this process has started, directly or indirectly. */
class PeakMemory implements Disposable {
  readonly #without: ReadonlySet<number>;
  readonly #timer: NodeJS.Timeout;
  #peak = 0;

  /** @param without processes that don't count, together with their children */
  constructor(without: readonly number[]) {
    this.#without = new Set(without);
    this.#timer = setInterval(() => void this.#read(), interval);
  }

  /** The largest total at one time, in bytes; undefined if the system doesn't tell which process started which. */
  get bytes(): number | undefined {
    return this.#peak === 0 ? undefined : this.#peak;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  async #read(): Promise<void> {
    const held = await Promise.all(
      [...this.#startedBy(process.pid)].map((pid) => residentMemory(pid).catch(() => 0)),
    );
    this.#peak = Math.max(
      this.#peak,
      held.reduce((sum, each) => sum + each, 0),
    );
  }

  *#startedBy(pid: number): Generator<number> {
    for (const child of childrenOf(pid)) {
      if (this.#without.has(child)) continue;
      yield child;
      yield* this.#startedBy(child);
    }
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    // The process has ended, or the system has no such files.
    return [];
  }
}

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
