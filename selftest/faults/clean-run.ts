import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ExercisedTest, TargetSettings } from '../../fixtures/planted-tests.js';
import { runPlaywright } from '../../src/cli/run/playwright-process.js';
import { targetFileVariable } from '../../src/contract/mapping/file/target-file.js';
import type { ConformanceReport } from '../../src/report/data/conformance-report.js';
import { outputVariable } from '../../src/target/environment.js';
import { learnWorld } from '../world-runs.js';
import { exerciseVariable, proofModules } from './plan.js';
import { startFaultySandboxes } from './plantings.js';
import { fail, type ProofSetting } from './prove-alterations.js';

/** The result of a run of the whole suite against a clean sandbox. */
interface CleanRun {
  readonly tests: readonly ExercisedTest[];
  /** The path of the file that says how the sandbox fills the gaps, if it is in a world. */
  readonly file?: string;
  /** The settings of further runs, in addition to those of any sandbox. */
  readonly settings: TargetSettings;
}

/**
 * Runs the whole suite against a clean sandbox, as its user would; in a world, after `npm run learn`. There, some
 * requirements may be blocked, or deviate from an assumption: the other tests catch the faults, and the gaps that the
 * run suggests are confirmed from then on.
 * @returns the exit code alone, after a sentence, if the run was not green: then nothing more can be proved
 */
export async function onCleanSandbox(
  { root, seed, world, folder, reports }: ProofSetting & { readonly world?: string },
  signal: AbortSignal,
): Promise<CleanRun | number> {
  await using sandboxes = await startFaultySandboxes([], seed, world);
  const exerciseFile = join(folder, 'exercise.json');
  const cleanReports = join(reports, 'clean-sandbox');
  rmSync(cleanReports, { recursive: true, force: true });
  const settings = { ...sandboxes.clean, TARGET_API_KEY: sandboxes.apiKey };
  const learned = world === undefined ? undefined : await learnWorld(world, settings, reports, signal);
  if (signal.aborted) return 2;
  if (learned !== undefined && 'problem' in learned) return fail(learned.problem);
  const { file } = learned ?? {};
  const code = await runPlaywright(
    (fileOf) => [
      `--config=${fileOf('playwright.config')}`,
      // The verdict's own reporter removes the evidence.
      `--reporter=${[proofModules.exerciseReporter, 'src/report/run/reporter'].map(fileOf).join(',')}`,
    ],
    {
      ...process.env,
      ...sandboxes.clean,
      ...(file === undefined ? {} : { [targetFileVariable]: file, TARGET_CONFIRMED_GAPS: '' }),
      CONFORMANCE_SEED: String(seed),
      [outputVariable]: cleanReports,
      // Each sandbox is a new target, so that there is nothing to compare its run with.
      CONFORMANCE_HISTORY: 'off',
      CONFORMANCE_KNOWN_FAILURES: 'none',
      GITHUB_STEP_SUMMARY: '',
      [exerciseVariable]: exerciseFile,
    },
    { cwd: root },
  );
  if (signal.aborted) return 2;
  if (code !== 0 && !(world !== undefined && code === 3))
    return Math.min(
      code ?? 2,
      fail('The clean sandbox is not conformant, so nothing can be proved with it.'),
    );
  const tests: readonly ExercisedTest[] = JSON.parse(readFileSync(exerciseFile, 'utf8'));
  if (file === undefined) return { tests, settings: {} };
  const report: ConformanceReport = JSON.parse(readFileSync(join(cleanReports, 'conformance.json'), 'utf8'));
  const confirmed = report.gapsToConfirm ?? [];
  return {
    // A finding or a block on the clean sandbox may also occur on any other, so these tests prove nothing.
    tests: tests.filter(({ isClean }) => isClean),
    file,
    settings: { TARGET_CONFIRMED_GAPS: confirmed === 'all' ? confirmed : confirmed.join(',') },
  };
}
