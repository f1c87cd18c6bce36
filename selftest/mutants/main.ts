import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Option } from 'commander';
import { command, seedOption } from '../../src/cli/program.js';
import { suiteFolder } from '../../src/contract/documents/folders.js';
import { standardOutput } from '../../src/report/terminal/terminal.js';
import { proofFolder } from '../../src/target/environment.js';
import { choose } from '../faults/alterations.js';
import { type Candidate, orderOf } from '../faults/candidates.js';
import type { ObservedTest } from '../faults/observing-reporter.js';
import {
  mostTogether,
  onCleanSandbox,
  type ProofSetting,
  proveAlterations,
  runTests,
  untilStopped,
  wholeNumber,
} from '../faults/proof.js';
import { bundleMutated, type Mutant, mutate, startMutated } from './mutants.js';

/**
 * `npm run mutants`: changes one place of the sandbox's source at a time, runs the tests that reach it until one of them
 * tells it, and prints which requirement did. The exit code is 0 if every mutant was told or is listed with a reason, 1 if
 * not, and 2 if that is unknown.
 */
const made = command('mutants', "change the sandbox's source, and say which changes the suite catches")
  .addOption(seedOption().default('1'))
  .addOption(
    new Option('--sample <number>', 'draw this number of mutants by the seed').argParser(wholeNumber),
  )
  .option('--only <text>', 'try only mutants with this text in their id: file, declaration or change');
await made
  .action(async ({ seed: text, sample, only }) => {
    const seed = Number(text);
    const mutated = await mutate();
    const asked = { seed, most: sample, only: only === undefined ? undefined : [only] };
    const chosen = choose(mutated.mutants, asked, (problem) => made.error(problem));
    // Below the packages, which the bundle imports.
    const cache = join(suiteFolder, 'node_modules/.cache/seller-api-conformance');
    mkdirSync(cache, { recursive: true });
    process.exitCode = await untilStopped(
      join(cache, 'mutants-'),
      { seed, reports: proofFolder },
      async (setting) => {
        await bundleMutated(mutated, bundleIn(setting));
        return prove(setting, mutated.mutants, chosen);
      },
    );
  })
  .parseAsync();

/** The file of the mutated sandbox. */
function bundleIn({ folder }: ProofSetting): string {
  return join(folder, 'sandbox.mjs');
}

async function prove(
  setting: ProofSetting,
  all: readonly Mutant[],
  chosen: readonly Mutant[],
): Promise<number> {
  const tests = await onCleanSandbox(setting);
  if (typeof tests === 'number') return tests;
  standardOutput.printAsIs('Looking at what each test reaches.');
  const reached = await whatTestsReach(setting, tests);
  if (setting.signal.aborted) return 2;
  const inOrder = orderOf(tests);
  const reaching = (numbers: readonly string[]) =>
    inOrder([...tests.keys()].filter((index) => numbers.some((number) => reached[index]?.has(number))));
  const candidates = chosen.map((mutant): Candidate => {
    const own = reaching([mutant.number]);
    // What is only reached while a sandbox starts is if anything in its file is.
    const inFile = all.filter(({ file }) => file === mutant.file);
    return { ...mutant, tests: own.length > 0 ? own : reaching(inFile.map(({ number }) => number)) };
  });
  const crashedFile = join(setting.folder, 'crashed');
  const numberOf = new Map(chosen.map(({ id, number }) => [id, number]));
  return proveAlterations({
    ...{ ...setting, tests, candidates, all, file: 'mutants.json' },
    start: (part) =>
      startMutated(
        bundleIn(setting),
        setting.seed,
        part.map(({ id }) => numberOf.get(id) ?? ''),
        crashedFile,
      ),
    noted() {
      const crashed = existsSync(crashedFile) ? readFileSync(crashedFile, 'utf8').split('\n') : [];
      return ({ id }) => ({ isTold: true, hasCrashed: crashed.includes(numberOf.get(id) ?? '') });
    },
  });
}

/** Runs each test against a sandbox of its own without an active mutant. @returns the mutants that each reaches */
async function whatTestsReach(
  setting: ProofSetting,
  tests: readonly ObservedTest[],
): Promise<readonly ReadonlySet<string>[]> {
  const reached: ReadonlySet<string>[] = [];
  for (let first = 0; first < tests.length && !setting.signal.aborted; first += mostTogether) {
    const numbers = [...tests.keys()].slice(first, first + mostTogether);
    const names = numbers.map((number) => `test-${number}`);
    const fileOf = (name: string) => join(setting.folder, `${name}-${first}`);
    {
      const files = [fileOf('crashed'), fileOf('reached')];
      await using sandboxes = await startMutated(bundleIn(setting), setting.seed, names, ...files);
      const runs = numbers.map((number, index) => {
        return { alteration: names[index] ?? '', settings: sandboxes.settings[index] ?? {}, tests: [number] };
      });
      await runTests(setting, { tests, runs }, fileOf('reach.json'));
    }
    if (setting.signal.aborted) break;
    // The sandboxes write it when they end.
    const byName: Record<string, readonly string[]> = JSON.parse(readFileSync(fileOf('reached'), 'utf8'));
    reached.push(...names.map((name) => new Set(byName[name])));
  }
  return reached;
}
