import type { ConformanceReport, TestReport } from '../../src/report/conformance-report.js';
import { openRequirements } from '../../src/report/summary.js';
import type { BadNetwork } from './bad-network.js';
import type { Trial, Where } from './trial.js';

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
