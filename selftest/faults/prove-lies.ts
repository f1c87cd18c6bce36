import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExercisedTest, type Plan, type PlannedRun, planVariable } from '../../fixtures/planted-plan.js';
import { runPlaywright } from '../../src/cli/run/playwright-process.js';
import { standardOutput } from '../../src/report/terminal/terminal.js';
import { triedFile } from './lie-reporter.js';
import {
  type FieldLie,
  isAssumed,
  type LieResult,
  lieLine,
  lieTotals,
  listedLies,
  outdatedIn,
  resultOf,
  type TriedLie,
  testsFor,
} from './lies.js';
import { startFaultySandboxes } from './plantings.js';

/** How many lies are told at a time, each in its own sandbox. */
const mostTogether = 250;

/**
 * The tests run in rounds, so that few tests start for lies that most of them tell: up to how many tests have run after
 * each round, and whether it is for all lies that are not yet caught as strongly as expected, or only for those that were told, are uncaught and not listed.
 */
const rounds = [
  { upTo: 4, isForAll: true },
  { upTo: 16, isForAll: true },
  { upTo: Number.POSITIVE_INFINITY, isForAll: false },
];

/** Lies to tell, and the behaviour of the suite on the clean sandbox. */
interface LieProof {
  readonly root: string;
  readonly seed: number;
  /** All lies that the sandbox can tell, for a check of the reviewed file. */
  readonly all: readonly FieldLie[];
  readonly lies: readonly FieldLie[];
  readonly tests: readonly ExercisedTest[];
  /** For temporary files. */
  readonly folder: string;
  readonly reports: string;
}

/**
 * Tells each lie in its own sandbox, runs the tests that receive such responses until one of them catches it (by a must, if the description shows what it is about),
 * prints what became of each, and writes `fields.json`.
 * @returns 0 if every lie is caught or listed with a reason, 1 if not
 */
export async function proveLies(proof: LieProof, signal: AbortSignal): Promise<number> {
  const { all, lies, folder, reports, seed } = proof;
  const startedAt = Date.now();
  const toldFile = join(folder, 'told-lies');
  // The sandboxes inherit it.
  process.env.SANDBOX_TOLD_LIES = toldFile;
  const told = () => new Set(existsSync(toldFile) ? readFileSync(toldFile, 'utf8').split('\n') : []);
  const listed = listedLies();
  const [results, errors]: [LieResult[], string[]] = [[], []];
  for (let first = 0; first < lies.length; first += mostTogether) {
    const part = lies.slice(first, first + mostTogether);
    const judge = (lie: FieldLie, tried: readonly TriedLie[]) =>
      resultOf(
        lie,
        tried.filter((each) => each.lie === lie.id),
        told().has(lie.id),
        listed,
      );
    const tried = await tryLies(proof, part, judge, signal);
    if (signal.aborted) return 2;
    const judged = part.map((lie) => judge(lie, tried));
    results.push(...judged);
    errors.push(...tried.flatMap((each) => each.errors.map((error) => `${each.lie}: ${error}`)));
    standardOutput.printAsIs(judged.map(lieLine).join('\n'));
  }
  const problems = [
    ...outdatedIn(listed, all, results),
    ...errors.map((error) => `The suite failed: ${error}`),
  ];
  const durationMs = Date.now() - startedAt;
  const report = { seed, durationMs, lies: results, problems };
  writeFileSync(join(reports, 'fields.json'), `${JSON.stringify(report, null, 2)}\n`);
  const totals = `${lieTotals(results)}; seed ${seed}, ${(durationMs / 1000).toFixed(1)} s`;
  standardOutput.printAsIs(['', ...problems, totals].join('\n'));
  return problems.length > 0 || results.some(({ outcome }) => outcome === 'uncaught') ? 1 : 0;
}

/** Runs the tests for some lies, round after round. @param judge says what has become of a lie so far */
async function tryLies(
  { root, seed, tests, folder, reports }: LieProof,
  lies: readonly FieldLie[],
  judge: (lie: FieldLie, tried: readonly TriedLie[]) => LieResult,
  signal: AbortSignal,
): Promise<readonly TriedLie[]> {
  const ids = lies.map(({ id }) => id);
  await using sandboxes = await startFaultySandboxes(ids, seed);
  const orders = new Map<string, readonly number[]>();
  const chosen = lies.map((lie) => {
    const key = `${lie.status} ${lie.operation.id}`;
    const order = orders.get(key) ?? testsFor(tests, lie);
    orders.set(key, order);
    return order;
  });
  const tried: TriedLie[] = [];
  let done = 0;
  for (const { upTo, isForAll } of rounds) {
    const runs = lies.flatMap((lie, index): PlannedRun[] => {
      const { outcome } = judge(lie, tried);
      const isCaught = isAssumed(lie) ? outcome !== 'uncaught' && outcome !== 'untold' : outcome === 'must';
      const isOpen = isForAll ? !isCaught : outcome === 'uncaught';
      const further = (chosen[index] ?? []).slice(done, upTo);
      const settings = sandboxes.faulty[index] ?? {};
      return isOpen && further.length > 0
        ? [{ lie: lie.id, isAssumed: isAssumed(lie), settings, needed: [], further }]
        : [];
    });
    done = upTo;
    if (runs.length === 0 || signal.aborted) continue;
    // Each plan has its own marks of what is caught.
    const planFile = join(folder, `lies-${upTo}-${ids[0]?.replaceAll(/\W/g, '-')}.json`);
    const plan: Plan = { seed, complete: false, everyTest: false, tests, runs };
    writeFileSync(planFile, JSON.stringify(plan), { mode: 0o600 });
    const reporter = ['--reporter', 'selftest/faults/lie-reporter.ts'];
    await runPlaywright(
      ['-c', 'selftest/faults/playwright.config.ts', ...reporter, '--output', join(folder, 'artifacts')],
      {
        ...process.env,
        CONFORMANCE_SEED: String(seed),
        CONFORMANCE_KNOWN_FAILURES: 'none',
        CONFORMANCE_REPORTS: reports,
        [planVariable]: planFile,
      },
      { cwd: root },
    );
    if (!signal.aborted) tried.push(...JSON.parse(readFileSync(triedFile(planFile), 'utf8')));
  }
  return tried;
}
