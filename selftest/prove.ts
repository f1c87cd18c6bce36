import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { command, seedOption } from '../src/cli/program.js';
import { suiteFolder } from '../src/contract/documents/folders.js';
import { standardOutput } from '../src/report/terminal/terminal.js';
import { proofFolder } from '../src/target/environment.js';
import { type Alteration, choose, type Result } from './faults/alterations.js';
import { candidateOf, liesAsCandidates } from './faults/candidates.js';
import type { ObservedTest } from './faults/observing-reporter.js';
import {
  type FieldLie,
  inSituations,
  isAssumed,
  listFaults,
  listLies,
  type Planting,
  plantEach,
  plantEverywhere,
  sampleOf,
  startAltered,
  useSandboxOf,
} from './faults/plantings.js';
import {
  onCleanSandbox,
  type ProofSetting,
  proveAlterations,
  untilStopped,
  wholeNumber,
} from './faults/proof.js';
import { nearnessTo } from './faults/recent.js';
import { proveNullServers } from './null-servers/judgement.js';

/** How many lies about single fields a sample tells, and how many faults in situations it plants. */
const [liesInSample, situationsInSample] = [8, 12];

/** How many faults in situations are planted by default. */
const situationsDrawn = 400;

/**
 * `npm run prove`: plants each fault in a separate sandbox, runs the tests that must tell it, and prints which faults a
 * check of the requirement that they violate told. In place of faults, it plants faults that show only in situations,
 * tells lies about single fields, or runs the suite against servers that do nothing; a sample has some of each but the
 * last. The exit code is 0 if the proof holds, 1 if it doesn't or the suite finds something on a clean sandbox, and 2 if
 * that is unknown.
 */
const made = command('prove', 'plant faults in the sandbox, and say which of them the suite catches')
  .addOption(seedOption().default('1'))
  .option(
    '--only <names>',
    'after a run of the whole suite, plant only these faults: LIE, LIE@operationId, @operationId, a condition, or a requirement',
    names,
  )
  .addOption(new Option('--everywhere', 'plant each fault in each of its operations').conflicts('sample'))
  .addOption(
    new Option(
      '--sandbox <folder>',
      'plant the faults in the sandbox of another checkout, and say which of them this suite catches',
    ).conflicts('sample'),
  )
  .addOption(
    new Option(
      '--sample <number>',
      'plant a few faults, near to recent changes or chosen by this number, tell a few lies, and plant a few faults in situations',
    ).argParser(wholeNumber),
  )
  .option('--every-test', 'run every test that must catch a fault, not only until one catches it', false)
  .addOption(
    new Option('--null-servers', 'run only against servers that do nothing').conflicts([
      'only',
      'everywhere',
      'sample',
    ]),
  )
  .option('--output <folder>', 'where to write the results', proofFolder)
  .addOption(
    new Option(
      '--fields',
      'tell lies about single fields, and say what catches them; --only takes any part of an id, or @operationId',
    ).conflicts(['everywhere', 'sample', 'everyTest']),
  )
  .addOption(
    new Option(
      '--situations',
      'plant faults that show only in a situation, and say whether the requirement that they violate tells them',
    ).conflicts(['everywhere', 'sample', 'everyTest', 'fields']),
  )
  .addOption(
    new Option(
      '--faults <number>',
      'how many of the faults, lies, or faults in situations to draw by the seed',
    ).argParser(wholeNumber),
  );
await made
  .action(async (options) => {
    process.exitCode = await main({ ...options, seed: Number(options.seed) });
  })
  .parseAsync();

/** What the command line asks for. */
interface Asked {
  readonly seed: number;
  readonly only?: readonly string[];
  readonly everywhere?: true;
  readonly sandbox?: string;
  readonly sample?: number;
  readonly everyTest: boolean;
  readonly nullServers?: true;
  readonly output: string;
  readonly fields?: true;
  readonly situations?: true;
  readonly faults?: number;
}

function names(value: string): readonly string[] {
  const all = value.split(',').filter((each) => each !== '');
  if (all.length === 0) throw new InvalidArgumentError('It must be names separated by commas.');
  return all;
}

async function main(asked: Asked): Promise<number> {
  const { seed, output, nullServers, sandbox } = asked;
  if (sandbox !== undefined) useSandboxOf(sandbox);
  const chosen = nullServers ? undefined : await chooseAlterations(asked);
  return untilStopped(join(tmpdir(), 'conformance-proof-'), { seed, reports: output }, (setting) =>
    chosen === undefined ? proveNullServers(setting) : prove(asked, chosen, setting),
  );
}

interface Chosen {
  readonly chosen: readonly (Planting | FieldLie)[];
  /** All that the reviewed file may list of these kinds. */
  readonly all: readonly Alteration[];
}

async function chooseAlterations(asked: Asked): Promise<Chosen> {
  const { seed, sample, only, fields, situations, faults: most } = asked;
  const refuse = (problem: string) => made.error(problem);
  const lies = fields || sample !== undefined ? await listLies() : [];
  if (fields) return { all: lies, chosen: choose(lies, { seed, only, most }, refuse) };
  const faults = await listFaults();
  const everywhere = plantEverywhere(faults);
  if (sample !== undefined) {
    const drawn = (draws: number) => ({ seed: sample, most: draws });
    return {
      all: [...lies, ...inSituations(everywhere)],
      chosen: [
        ...sampleOf(faults, sample, await nearnessTo(suiteFolder)),
        ...choose(lies, drawn(liesInSample), refuse),
        ...choose(inSituations(plantEach(faults, seed)), drawn(situationsInSample), refuse),
      ],
    };
  }
  const isPlaced = asked.everywhere || only?.some((name) => name.includes('@'));
  const plantings = isPlaced ? everywhere : plantEach(faults, seed);
  if (!situations) return { all: [], chosen: choose(plantings, { seed, only, most }, refuse) };
  const pairs = inSituations(plantings);
  const carried = [...new Set(pairs.map(({ condition }) => condition))].map(
    (each) => `${each} ${pairs.filter(({ condition }) => condition === each).length}`,
  );
  standardOutput.printAsIs(`Faults that can show under each condition: ${carried.join(', ')}`);
  const draws = most ?? (only === undefined ? situationsDrawn : undefined);
  return { all: inSituations(everywhere), chosen: choose(pairs, { seed, only, most: draws }, refuse) };
}

/** Plants faults and tells lies. Returns the exit code. */
async function prove(asked: Asked, { chosen, all }: Chosen, setting: ProofSetting): Promise<number> {
  const { seed, folder } = setting;
  const { everyTest, sample, only, faults: most } = asked;
  const tests = await onCleanSandbox(setting);
  if (typeof tests === 'number') return tests;
  // Of the lies of a sample, it matters only that something tells them.
  const lieAsCandidate = liesAsCandidates(tests, sample === undefined ? isAssumed : () => true);
  const file = join(folder, 'told');
  // The sandboxes inherit it.
  process.env.SANDBOX_TOLD_LIES = file;
  return proveAlterations(
    {
      ...{ ...setting, tests, all, file: 'proof.json' },
      candidates: chosen.map((each) =>
        'fault' in each ? candidateOf(each, tests, everyTest) : lieAsCandidate(each),
      ),
      start: (part) =>
        startAltered(
          part.map(({ id }) => id),
          seed,
        ),
      noted() {
        const told = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
        return ({ kind, id }) => ({ isTold: kind === 'faults' || told.has(id), hasCrashed: false });
      },
    },
    (results) => (everyTest && only === undefined && most === undefined ? idleFiles(tests, results) : []),
  );
}

/** Specs that told no fault although every fault was planted: nothing shows that their checks can fail. */
function idleFiles(tests: readonly ObservedTest[], results: readonly Result[]): readonly string[] {
  const telling = results.flatMap(({ outcome, by }) => (outcome === 'right' ? by : []));
  const files = [...new Set(tests.map(({ file }) => file))];
  return files
    .filter((file) => !telling.some((name) => name.startsWith(`${file} `)))
    .map((file) => `No fault was caught by specs/${file}: add one that it catches, or remove the file.`);
}
