import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ConformanceRun, runConformance } from '../../src/cli/conformance-process.js';
import type { ConformanceReport, TestReport } from '../../src/report/conformance-report.js';
import { openRequirements } from '../../src/report/summary.js';
import { residentMemory, type SandboxProcess, targetSettings } from '../../src/target/sandbox-process.js';
import { type BadNetwork, type Meeting, type NetworkProxy, startNetworkProxy } from './bad-network.js';

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
interface Trial extends ConformanceRun {
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

/** How the suite handled a bad network. */
export interface Judgement {
  readonly network: string;
  readonly where: Where;
  readonly seconds: number;
  readonly exitCode: number | null;
  /** In bytes. */
  readonly peakMemory: number | undefined;
  /** Number of verified requirements. */
  readonly passed: number;
  /** The sentence in which the run names the problem. */
  readonly sentence: string;
  /** Every difference from the required behaviour. */
  readonly wrong: readonly string[];
}

/** Seconds that a bad network may add to a run: a reasonable wait, not hours. */
const mostSecondsMore = 90;

/** Bytes that a bad network may add: less than a hundredth of the endless answer. */
const mostMemoryMore = 100 * 1024 * 1024;

type Judged = Pick<Trial, 'exitCode' | 'milliseconds' | 'peakMemory' | 'output' | 'report'>;

/**
 * Compares a run over a bad network with one over a good network.
 * @param clean the run over the good network
 */
export function judge(
  { name, says }: Pick<BadNetwork, 'name' | 'says'>,
  where: Where,
  run: Judged,
  clean: Judged,
): Judgement {
  const { exitCode, milliseconds, peakMemory, output, report } = run;
  const sentences =
    report === undefined ? [] : [report.reason, ...openRequirements(report).map(({ reason = '' }) => reason)];
  const named = sentences.filter((sentence) => says.test(sentence));
  const [sentence = sentences[0] ?? ''] = named;
  const passed = report?.totals.verdicts.passed ?? 0;
  const isLate = milliseconds > clean.milliseconds + mostSecondsMore * 1000;
  const isLarge = (peakMemory ?? 0) > (clean.peakMemory ?? 0) + mostMemoryMore;
  const wrong = [
    ...(exitCode === 2 || exitCode === 3 ? [] : [`it ended with ${exitCode}, not with 2 or 3`]),
    ...(report === undefined ? ['it left no report'] : findingsIn(report)),
    ...(named.length > 0 ? [] : ['no sentence names what happened']),
    ...(named.length === 0 || output.includes(sentence) ? [] : ['the sentence is not printed']),
    ...(isLate ? [`it took more than ${mostSecondsMore} s longer than over a good network`] : []),
    ...(isLarge
      ? [`it took more than ${mostMemoryMore / 1024 / 1024} MB more than over a good network`]
      : []),
    ...(where === 'from the start' || passed > 0 ? [] : ['no requirement verified before remained verified']),
    ...(report === undefined || clean.report === undefined ? [] : lostIn(report, clean.report)),
  ];
  return {
    network: name,
    where,
    seconds: milliseconds / 1000,
    exitCode,
    peakMemory,
    passed,
    sentence,
    wrong,
  };
}

/** Findings about the service: there must be none, because a good network has none. */
function findingsIn({ requirements }: ConformanceReport): string[] {
  return requirements
    .filter(({ findings }) => findings.length > 0)
    .map(({ id, findings }) => `${id} was reported against the service: ${findings[0]?.actual}`);
}

/** Requirements that all of their tests verified, but that don't count as verified. */
function lostIn({ tests, requirements }: ConformanceReport, clean: ConformanceReport): string[] {
  const about = (id: string): readonly TestReport[] =>
    clean.tests.filter(({ covers }) => covers.includes(id));
  const passes = new Set(tests.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id));
  return clean.requirements
    .filter(({ id, verdict }) => verdict === 'passed' && about(id).length > 0)
    .filter(({ id }) => about(id).every((test) => passes.has(test.id)))
    .filter(({ id }) => requirements.find((each) => each.id === id)?.verdict !== 'passed')
    .map(({ id }) => `${id} was verified, but does not count as verified`);
}

const widths = { network: 29, where: 26 };

/** The heading of the judgements. */
export const heading = `${'network'.padEnd(widths.network)}${'bad'.padEnd(widths.where)}    time  exit    memory  passed  sentence`;

/** A judgement as a line for the terminal, followed by its problems. */
export function judgementLines(judgement: Judgement): string {
  const { network, where, seconds, exitCode, peakMemory, passed, sentence, wrong } = judgement;
  const memory = peakMemory === undefined ? '-' : `${(peakMemory / 1024 / 1024).toFixed(0)} MB`;
  const line = [
    network.padEnd(widths.network) + where.padEnd(widths.where),
    `${seconds.toFixed(1)} s`.padStart(6),
    String(exitCode ?? '-').padStart(4),
    memory.padStart(8),
    String(passed).padStart(6),
    sentence,
  ].join('  ');
  return [line, ...wrong.map((each) => `    wrong: ${each}`)].join('\n');
}
