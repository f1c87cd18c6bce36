import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PeakMemory } from '#testing/peak-memory';
import { type SandboxProcess, startSandbox, targetSettings } from '#testing/sandbox-process';
import { runConformance } from '#testing/started-command';
import { command } from '../../src/cli/program.js';
import { standardError, standardOutput } from '../../src/report/terminal/terminal.js';
import { runSpeed } from '../../src/target/processes/embedded-sandbox.js';
import { authorityFile, type NetworkProxy, startNetworkProxy } from '../proxies.js';
import {
  type BadNetwork,
  badNetworks,
  heading,
  type Judgement,
  judge,
  judgementLines,
  type Meeting,
  type Trial,
  type Where,
} from './bad-network.js';

/** Alternating reads, writes and batches: a few seconds of everything that a run does. */
const selection = [
  ...['specs/reference-data', 'specs/batches', 'specs/errors', '--grep'],
  '@REF-|@BAT-17|(GET /api/v1/(brands|countries|orders)|PATCH /api/v1/products/stock).*@ERR-08',
];

/** Milliseconds for which a network is bad before it recovers. */
const awhile = 6_000;

await command('selftest:networks', 'run a few specs over each bad network, and judge how each run ends')
  .action(main)
  .parseAsync();

/**
 * Runs a few specs over each bad network, from the start and in the middle, and prints
 * how each run ended. Exit code 1 if a run has a finding about the service, takes too much time or memory, prints no
 * sentence that names the problem, or loses something verified; 2 if that is unknown.
 */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'networks-'));
  try {
    await using sandbox = await startSandbox('--speed', runSpeed);
    const clean = await tryNetwork(sandbox, folder, undefined, 'from the start', 0);
    if (clean.exitCode !== 0) {
      standardError.printAsIs(`${clean.output.trimEnd()}\n\nOver a good network the run must end with 0.`);
      process.exitCode = 2;
    } else {
      standardOutput.printAsIs(heading);
      const judgements: Judgement[] = [];
      for (const network of badNetworks) {
        for (const where of placesOf(network)) {
          const after = Math.round(clean.requests / 3);
          const trial = await tryNetwork(sandbox, folder, network, where, after);
          const judgement = judge(network, where, trial, clean);
          judgements.push(judgement);
          standardOutput.printAsIs(judgementLines(judgement));
        }
      }
      const wrong = judgements.filter((judgement) => judgement.wrong.length > 0);
      const good = judgements.length - wrong.length;
      standardOutput.printAsIs(
        `\n${judgements.length} runs over bad networks, ${good} of them correct; over a good network it took ${(clean.milliseconds / 1000).toFixed(1)} s`,
      );
      process.exitCode = wrong.length === 0 ? 0 : 1;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A wrong TARGET_URL is wrong from the start, and a lossy line has no middle. */
function placesOf({ name, meets }: BadNetwork): readonly Where[] {
  if (meets.kind === 'url' || meets.kind === 'lossy') return ['from the start'];
  return [
    'from the start',
    'in the middle',
    ...(name === 'refused' ? ['in the middle, for a while' as const] : []),
  ];
}

/**
 * Runs a few specs with a network between the suite and a sandbox.
 * @param network undefined for a good network
 * @param after number of requests before the network turns bad in the middle
 */
async function tryNetwork(
  sandbox: SandboxProcess,
  folder: string,
  network: BadNetwork | undefined,
  where: Where,
  after: number,
): Promise<Trial> {
  const meets = network?.meets;
  await using proxy = await startNetworkProxy(sandbox.url, meets?.kind === 'certificate');
  if (meets !== undefined && meets.kind !== 'url') prepare(proxy, meets, where, after);
  using memory = new PeakMemory(sandbox.pid);
  const settings = {
    // The control interface bypasses the network, because it is not under test.
    ...targetSettings(sandbox),
    TARGET_URL: meets?.kind === 'url' ? meets.url : proxy.url,
    ...(meets?.kind === 'certificate' ? { TARGET_CA_FILE: authorityFile } : {}),
  };
  const reports = join(folder, 'reports');
  const run = await runConformance(settings, reports, [...selection, '--seed', '1']);
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
