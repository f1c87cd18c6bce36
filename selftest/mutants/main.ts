import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import type { ExercisedTest } from '../../fixtures/planted-tests.js';
import { command, seedOption } from '../../src/cli/program.js';
import { suiteFolder } from '../../src/contract/documents/folders.js';
import { standardOutput } from '../../src/report/terminal/terminal.js';
import { proofFolder } from '../../src/target/environment.js';
import { type AskedAlterations, choose, orderOf } from '../faults/alterations.js';
import { onCleanSandbox } from '../faults/clean-run.js';
import {
  fail,
  mostTogether,
  type ProofSetting,
  proveAlterations,
  runPlan,
  untilStopped,
} from '../faults/prove-alterations.js';
import {
  bundleMutated,
  type Mutant,
  type MutatedSandbox,
  mutate,
  scoreOf,
  startMutated,
  testsReaching,
} from './mutants.js';

/**
 * `npm run mutants`: changes one place of the sandbox's source at a time, runs the tests that reach it until one of them
 * catches it, and prints which requirement did. The exit code is 0 if every mutant was caught or is listed with a reason, 1
 * if not, and 2 if that is unknown.
 */
const made = command('mutants', "change the sandbox's source, and say which changes the suite catches")
  .addOption(seedOption().default('1'))
  .addOption(new Option('--sample <number>', 'draw this number of mutants by the seed').argParser(sampleSize))
  .option('--only <text>', 'try only mutants with this text in their id: file, declaration or change');
await made
  .action(async ({ seed, sample, only }) => {
    process.exitCode = await main({
      seed: Number(seed),
      most: sample,
      only: only === undefined ? undefined : [only],
    });
  })
  .parseAsync();

function sampleSize(value: string): number {
  if (/^[1-9]\d{0,4}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('It must be a whole number from 1 to 99999.');
}

async function main(asked: AskedAlterations): Promise<number> {
  const mutated = await mutate();
  const chosen = choose(mutated.mutants, asked);
  if ('unknown' in chosen)
    return fail(
      `No mutant has "${chosen.unknown}" in its id: ${proofFolder}/mutants.json has the ids of the last run.`,
    );
  // Below the packages, which the bundle imports.
  const cache = join(suiteFolder, 'node_modules/.cache/seller-api-conformance');
  mkdirSync(cache, { recursive: true });
  mkdirSync(proofFolder, { recursive: true });
  return untilStopped(join(cache, 'mutants-'), async (folder, signal) => {
    const bundle = join(folder, 'sandbox.mjs');
    await bundleMutated(mutated, bundle);
    const setting = { root: suiteFolder, seed: asked.seed, folder, reports: proofFolder };
    return prove({ ...setting, bundle }, mutated, chosen, signal);
  });
}

interface MutantSetting extends ProofSetting {
  /** The file of the mutated sandbox. */
  readonly bundle: string;
}

async function prove(
  setting: MutantSetting,
  mutated: MutatedSandbox,
  chosen: readonly Mutant[],
  signal: AbortSignal,
): Promise<number> {
  const clean = await onCleanSandbox(setting, signal);
  if (typeof clean === 'number') return clean;
  const { tests } = clean;
  standardOutput.printAsIs('Looking at what each test reaches.');
  const reached = await whatTestsReach(setting, tests, signal);
  if (signal.aborted) return 2;
  const inOrder = orderOf(tests);
  const reaching = testsReaching(reached, mutated.places);
  const crashedFile = join(setting.folder, 'crashed');
  return proveAlterations(
    {
      ...setting,
      ...{ kind: 'mutants', all: mutated.mutants, chosen, tests },
      testsFor: (mutant) => reaching(mutant).flatMap(inOrder),
      start: (part) =>
        startMutated(
          setting.bundle,
          setting.seed,
          part.map(({ number }) => number),
          crashedFile,
        ),
      noted() {
        const crashed = existsSync(crashedFile) ? readFileSync(crashedFile, 'utf8').split('\n') : [];
        return ({ number }) => ({ isTold: true, hasCrashed: crashed.includes(number), mayBlock: true });
      },
      summary: scoreOf,
    },
    signal,
  );
}

/** Runs each test against a sandbox of its own without an active mutant. @returns the mutants that each reaches */
async function whatTestsReach(
  setting: MutantSetting,
  tests: readonly ExercisedTest[],
  signal: AbortSignal,
): Promise<readonly ReadonlySet<string>[]> {
  const reached: ReadonlySet<string>[] = [];
  for (let first = 0; first < tests.length && !signal.aborted; first += mostTogether) {
    const numbers = [...tests.keys()].slice(first, first + mostTogether);
    const names = numbers.map((number) => `test-${number}`);
    const [crashed, file] = ['crashed', 'reached'].map((name) => join(setting.folder, `${name}-${first}`));
    if (crashed === undefined || file === undefined) break;
    {
      await using sandboxes = await startMutated(setting.bundle, setting.seed, names, crashed, file);
      const runs = numbers.map((number, index) => {
        const settings = sandboxes.faulty[index] ?? {};
        return { settings, needed: [number], further: [], alteration: names[index] ?? '' };
      });
      await runPlan(setting, { tests, runs }, join(setting.folder, `reach-${first}.json`), signal);
    }
    if (signal.aborted) break;
    const byName: Record<string, readonly string[]> = JSON.parse(readFileSync(file, 'utf8'));
    reached.push(...names.map((name) => new Set(byName[name])));
  }
  return reached;
}
