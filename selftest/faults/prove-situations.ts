import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catches, type ExercisedTest, type Fault, type Planting } from '../../fixtures/planted-tests.js';
import { requirement } from '../../src/contract/requirements/catalogue.js';
import { standardOutput } from '../../src/report/terminal/terminal.js';
import {
  type AskedAlterations,
  choose,
  entryFor,
  listed,
  outdatedIn,
  type Result,
  type Tried,
} from './alterations.js';
import { contractOf, likelyTests } from './plan.js';
import { nameOf, plantEach, plantEverywhere, startFaultySandboxes } from './plantings.js';
import { fail, mostTogether, notingTold, type ProofSetting, runPlan } from './prove-alterations.js';

/** A fault that shows only in a situation: the id names both. */
export interface Pair {
  readonly id: string;
  readonly planting: Planting;
  readonly condition: string;
}

/**
 * `untold` if the situation never came about, `silent` if it did and no test found anything; `listed` if either is known,
 * with a reason.
 */
const outcomes = ['right', 'other', 'untold', 'silent', 'listed'] as const;
type Outcome = (typeof outcomes)[number];

/** The most tests that are tried for a pair. */
const mostTests = 16;

/** Fewer pairs than this show no shares. */
const few = 100;

/** Each fault with each condition under which it can show, in one of its operations. */
export function allPairs(faults: readonly Fault[], seed: number): readonly Pair[] {
  return pairsOf(plantEach(faults, seed));
}

function pairsOf(plantings: readonly Planting[]): readonly Pair[] {
  return plantings.flatMap((planting) =>
    planting.fault.conditions
      .filter((condition) => isPossible(condition, planting))
      .map((condition) => ({ id: `${nameOf(planting)}~${condition}`, planting, condition })),
  );
}

/**
 * Whether requests that show a fault can be under a condition: not those for the documentation, which no merchant sends;
 * and for some conditions, they must have several parameters or items.
 */
function isPossible(condition: string, { fault, operation: planted }: Planting): boolean {
  if (requirement(fault.violates).operations.length === 0) return false;
  if (planted === undefined || (condition !== 'beyond' && condition !== 'combined')) return true;
  const operation = contractOf(planted);
  const queries = operation?.parameters.filter((parameter) => parameter.in === 'query') ?? [];
  return queries.length > 1 || (operation?.safe === false && operation.resultsOperation !== undefined);
}

/** The pairs to try, of all. @returns them, or the name that none of them has */
export function choosePairs(all: readonly Pair[], asked: AskedAlterations): ReturnType<typeof choose<Pair>> {
  return choose(all, asked, (name, { id, condition, planting: { fault } }) =>
    [fault.id, fault.violates, condition, id].includes(name),
  );
}

/**
 * Plants each fault in a sandbox of its own, where it shows only in its situation, runs tests until one tells it by the
 * requirement that it violates, and prints what became of each pair and of each condition.
 * @returns 0 if at least 88 % are right, at most 8 % untold and 2 % silent, or if of a few pairs two in three are right; 1
 * if not, 2 if the proof was interrupted
 */
export async function provePairs(
  setting: ProofSetting,
  all: readonly Pair[],
  chosen: readonly Pair[],
  tests: readonly ExercisedTest[],
  signal: AbortSignal,
): Promise<number> {
  const toldIn = notingTold(setting.folder);
  const entries = listed('situations');
  const results: (Pair & Pick<Result, 'requirement'> & { readonly outcome: Outcome })[] = [];
  for (let first = 0; first < chosen.length; first += mostTogether) {
    const part = chosen.slice(first, first + mostTogether);
    const tried = await tryPairs(setting, part, tests, first, signal);
    if (signal.aborted) return 2;
    const [error] = tried.flatMap(({ errors }) => errors);
    if (error !== undefined) return fail(`The suite failed: ${error}`);
    const told = toldIn();
    for (const pair of part) {
      const own = tried.filter(({ alteration }) => alteration === pair.id);
      const found = own.flatMap(({ findings }) => findings);
      const isRight = found.some((finding) => catches(finding, pair.planting.fault));
      const by = [...new Set(found.map(({ requirement }) => requirement))].join(', ');
      const unfound = entryFor(pair.id, entries) ? 'listed' : told.has(pair.id) ? 'silent' : 'untold';
      const outcome = isRight ? 'right' : by ? 'other' : unfound;
      results.push({ ...pair, outcome, ...(by && { requirement: by }) });
      standardOutput.printAsIs(`${outcome.padEnd(6)}  ${pair.id}  ${by}  ${own.length} tests ran`);
    }
  }
  const count = (of: readonly { outcome: Outcome }[], outcome: Outcome) =>
    of.filter((each) => each.outcome === outcome).length;
  const row = (name: string, carried: number, of: typeof results) =>
    [name.padEnd(12), carried, of.length, ...outcomes.map((outcome) => count(of, outcome))].join('\t');
  const rows = [...new Set(all.map(({ condition }) => condition))].map((name) => {
    const isNamed = ({ condition }: Pair) => condition === name;
    return row(name, all.filter(isNamed).length, results.filter(isNamed));
  });
  const faults = new Set(all.map(({ planting }) => planting.fault));
  const problems = outdatedIn(entries, pairsOf(plantEverywhere([...faults])), results);
  const header = ['condition'.padEnd(12), 'faults', 'tried', ...outcomes].join('\t');
  standardOutput.printAsIs(['', ...problems, header, ...rows, row('all', all.length, results)].join('\n'));
  const report = { seed: setting.seed, pairs: results.map(({ planting: _, ...each }) => each) };
  writeFileSync(join(setting.reports, 'situations.json'), `${JSON.stringify(report, null, 2)}\n`);
  const open = results.length - count(results, 'listed');
  const most = (outcome: Outcome, share: number) => count(results, outcome) <= share * open;
  const isRight = count(results, 'right') >= 0.88 * open && most('untold', 0.08) && most('silent', 0.02);
  // One of a few more or less says little.
  const isEnough = open < few ? 3 * count(results, 'right') >= 2 * open : isRight;
  return problems.length === 0 && isEnough ? 0 : 1;
}

/** @param first of the pairs, for the name of a file */
async function tryPairs(
  setting: ProofSetting,
  pairs: readonly Pair[],
  tests: readonly ExercisedTest[],
  first: number,
  signal: AbortSignal,
): Promise<readonly Tried[]> {
  await using sandboxes = await startFaultySandboxes(
    pairs.map(({ id }) => id),
    setting.seed,
  );
  const runs = sandboxes.faulty.flatMap((settings, index) => {
    const { id, planting } = pairs[index] ?? {};
    if (id === undefined || planting === undefined) return [];
    const likely = likelyTests(tests, planting).slice(0, mostTests);
    const further = likely.map((test) => tests.indexOf(test));
    return [{ alteration: id, planting, settings, needed: [], further }];
  });
  // The sandboxes must not be disposed of before the tests have ended.
  const tried = await runPlan(setting, { tests, runs }, join(setting.folder, `pairs-${first}.json`), signal);
  if (sandboxes.hasEnded() && !signal.aborted)
    throw new Error('The process of the sandboxes ended, so nothing is known about the faults in them.');
  return tried;
}
