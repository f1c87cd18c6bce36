import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, InvalidArgumentError } from 'commander';
import { load } from 'js-yaml';
import { parseDocument } from 'yaml';
import { type SandboxProcess, startSandbox, targetSettings } from '#testing/sandbox-process';
import { runCommand, runConformance } from '#testing/started-command';
import { command, seedOption } from '../src/cli/program.js';
import { suiteFolder } from '../src/contract/documents/folders.js';
import { countQuestions, countSteps } from '../src/contract/mapping/file/file-steps.js';
import { loadTarget } from '../src/contract/mapping/file/read-target-file.js';
import { targetFileVariable } from '../src/contract/mapping/file/target-file.js';
import { requirements } from '../src/contract/requirements/catalogue.js';
import type { ConformanceReport } from '../src/report/data/conformance-report.js';
import { standardError, standardOutput } from '../src/report/terminal/terminal.js';
import { createMerchant } from '../src/target/merchants/control-interface.js';
import { runSpeed } from '../src/target/processes/embedded-sandbox.js';
import { type Verdict, verdicts, whatIsMissing } from '../src/verdicts/requirement-verdict.js';
import { listWorlds } from './faults/plantings.js';

/**
 * The stages of setting the suite up for a world: without a file, with the file that `npm run learn` wrote, and with
 * the questions in that file answered.
 */
const stages = ['without', 'learned', 'answered'] as const;
type Stage = (typeof stages)[number];

/** How many of all requirements must be verified in a world at each stage; of some topics, nine tenths of their share. */
const goals: Readonly<Record<Stage, number>> = { without: 0, learned: 145, answered: 145 };

/** How many requirements a line that loses requests may leave unverified. */
const mostLost = 5;

const countChecked = requirements.filter(({ notTested }) => notTested === undefined).length;

/** Milliseconds after which learning, which should have finished long ago, is stopped. */
const patience = 1_800_000;

interface Asked {
  readonly seed: string;
  readonly stages: readonly Stage[];
  readonly topics?: readonly string[];
}

/**
 * `npm run worlds -- [--seed N] [--stages STAGE,...] [--topics TOPIC,...] [NAME...]`: sets the suite up for the worlds of
 * the sandbox, as a person would who has a URL and a key, and runs it at each stage: its questions are answered by
 * `selftest/worlds/NAME.yaml`. Prints what each run verified. The exit code is 0 if every verdict is right and every world
 * reaches its goals, 1 if not, and 2 if the command line is wrong or the command was interrupted.
 */
const stop = new AbortController();
process.on('SIGINT', () => stop.abort()).on('SIGTERM', () => stop.abort());
const worlds = await listWorlds();
await command(
  'worlds',
  'set the suite up for worlds of the sandbox, and count the requirements verified there',
)
  .addArgument(new Argument('[names...]', 'the worlds; all of them if none is named').choices(worlds))
  .addOption(seedOption().default('1'))
  .option('--stages <stages>', `some of ${stages.join(', ')}, separated by commas`, chosenStages, stages)
  .option('--topics <topics>', 'only the requirements of some topics, such as PRD,STS', (ids) =>
    ids.split(','),
  )
  .action(async (names: readonly string[], asked: Asked) => {
    const mistakes: string[] = [];
    for (const world of names.length > 0 ? names : worlds) {
      if (!stop.signal.aborted) mistakes.push(...(await mistakesIn(world, asked)));
    }
    if (stop.signal.aborted) standardError.printAsIs('The runs were interrupted.');
    else if (mistakes.length > 0) standardOutput.printAsIs(`\n${mistakes.join('\n')}`);
    process.exitCode = stop.signal.aborted ? 2 : mistakes.length === 0 ? 0 : 1;
  })
  .parseAsync();

function chosenStages(value: string): readonly Stage[] {
  const chosen = value.split(',');
  const unknown = chosen.find((each) => !stages.some((stage) => stage === each));
  if (unknown !== undefined) throw new InvalidArgumentError(`"${unknown}" is not a stage.`);
  return stages.filter((stage) => chosen.includes(stage));
}

/**
 * Sets the suite up for a world, in one sandbox for all stages, and runs it at the requested stages.
 * @returns a sentence for each mistake
 */
async function mistakesIn(world: string, asked: Asked): Promise<readonly string[]> {
  await using sandbox = await startSandbox('--world', world, '--speed', runSpeed, '--seed', asked.seed);
  const folder = join(suiteFolder, 'reports/worlds', world);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Those of a person who knows nothing about the world; each run has a new target, with nothing to compare it with.
  const settings = { ...targetSettings(sandbox), TARGET_CONFIRMED_GAPS: '', CONFORMANCE_HISTORY: 'off' };
  const mistakes: string[] = [];
  /** @param questions that the file leaves open */
  const run = async (stage: Stage, file?: string, questions?: number): Promise<void> => {
    if (!asked.stages.includes(stage) || stop.signal.aborted) return;
    const chosen = asked.topics ? ['--grep', `@(?:${asked.topics.join('|')})-`] : [];
    const { exitCode, milliseconds, report } = await runConformance(
      { ...settings, ...(file && { [targetFileVariable]: file }) },
      join(folder, stage),
      // However busy this machine is, no test ends for the lack of time.
      ['--seed', asked.seed, '--timeout', '600000', ...chosen],
      stop.signal,
    );
    // If no question is open, the run after learning must do as well as one with all questions answered.
    const as = stage === 'learned' && questions === 0 ? 'answered' : stage;
    const said = judged({ world, stage: as, exitCode, report }, asked.topics);
    const name = `${world}, ${stage}`;
    standardOutput.printAsIs(`${name}: ${(milliseconds / 1000).toFixed(0)} s, ${said.counts}`);
    mistakes.push(...said.mistakes.map((each) => `${name}: ${each}`));
  };
  await run('without');
  if (asked.stages.every((stage) => stage === 'without')) return mistakes;
  const key = await keyOfAShop(sandbox, Number(asked.seed));
  const file = await learnWorld(world, { ...settings, TARGET_API_KEY: key }, folder);
  if (typeof file !== 'string') return [...mistakes, file.problem];
  const target = loadTarget(file).file;
  const questions = countQuestions(target.open);
  standardOutput.printAsIs(`${world}, learn: ${countSteps(target)} steps, ${questions} questions, ${file}`);
  await run('learned', file, questions);
  const answered = withAnswers(readFileSync(file, 'utf8'), answersFor(world));
  if (typeof answered !== 'string') return [...mistakes, `${world}: ${answered.problem}`];
  // With nothing to answer, the previous run is also that of the last stage.
  if (questions > 0 || !asked.stages.includes('learned')) {
    const edited = join(folder, `${world}.answered.yaml`);
    writeFileSync(edited, answered);
    await run('answered', edited);
  }
  return mistakes;
}

/** A key of a merchant with orders: without them, only a live description could show what an order looks like. */
async function keyOfAShop(
  { control: address }: Pick<SandboxProcess, 'control'>,
  seed: number,
): Promise<string> {
  const { apiKey, makeOrder } = await createMerchant(address, seed);
  for (let made = 0; made < 3; made += 1) await makeOrder({ items: 2 });
  return apiKey;
}

/**
 * Learns the file of a target in a world with `npm run learn`.
 * @param folder gets the file, and `learn.txt` with everything that the command printed
 * @returns the path of the file, or a sentence that says why there is none
 */
async function learnWorld(
  world: string,
  settings: Readonly<Record<string, string>>,
  folder: string,
): Promise<string | { readonly problem: string }> {
  const args = ['src/cli/main', 'learn', '--target', world, '--folder', folder];
  const { exitCode, output } = await runCommand(args, settings, patience, stop.signal);
  writeFileSync(join(folder, 'learn.txt'), output);
  const file = join(folder, `${world}.yaml`);
  if ((exitCode === 0 || exitCode === 3) && existsSync(file)) return file;
  return { problem: `${world}: npm run learn ended with ${exitCode}: ${output.trim()}` };
}

/** The answers of a person who knows a world to the questions that are open after learning. */
function answersFor(world: string): Readonly<Record<string, unknown>> {
  const file = join(suiteFolder, 'selftest/worlds', `${world}.yaml`);
  return existsSync(file) ? Object(load(readFileSync(file, 'utf8'))) : {};
}

/**
 * Answers the questions of a learned file as a person who edits it would.
 * @param answers by the key of each question, the answer as a JSON merge patch of the file (RFC 7396): a value is written
 * to the file as given, and null removes the proposed value
 * @returns the text of the file, without the questions, or a sentence if questions and answers don't match
 */
function withAnswers(
  learned: string,
  answers: Readonly<Record<string, unknown>>,
): string | { readonly problem: string } {
  const file = parseDocument(learned);
  const open = Object.keys(Object(file.toJS()?.open));
  const stale = Object.keys(answers).find((question) => !open.includes(question));
  if (stale !== undefined) return { problem: `The answer to "${stale}" has no open question.` };
  const unanswered = open.find((question) => !Object.hasOwn(answers, question));
  if (unanswered !== undefined) return { problem: `The open question "${unanswered}" has no answer.` };
  const merge = (patch: object, path: readonly string[]): void => {
    for (const [name, value] of Object.entries(patch))
      if (value === null) file.deleteIn([...path, name]);
      else if (typeof value === 'object' && !Array.isArray(value)) merge(value, [...path, name]);
      else file.setIn([...path, name], value);
  };
  for (const patch of Object.values(answers)) merge(Object(patch), []);
  file.delete('open');
  return file.toString({ lineWidth: 0 });
}

interface WorldRun {
  readonly world: string;
  readonly stage: Stage;
  /** Null if the run was stopped from outside. */
  readonly exitCode: number | null;
  /** Undefined if the run ended before it wrote a report. */
  readonly report: ConformanceReport | undefined;
}

/**
 * Judges a run. Something must be said, no must may fail, no requirement may be unverified, and every requirement that
 * was blocked, at some or all operations, must name the gap to close.
 * @param topics whose verdicts count, in addition to each failure; all if none is named
 */
function judged({ world, stage, exitCode, report }: WorldRun, topics?: readonly string[]) {
  const about = (report?.requirements ?? []).filter(
    ({ id, verdict }) => verdict === 'failed' || (topics?.includes(id.replace(/-.*/, '')) ?? true),
  );
  const idsOf = (wanted: Verdict) => about.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
  const withoutGap = about
    .map((each) => ({ id: each.id, missing: whatIsMissing(each, true) }))
    .filter(({ missing }) => missing?.obstacles.some((kind) => kind.startsWith('G-')) === false);
  // Lost requests have no gap.
  const lost = withoutGap.filter(({ missing }) =>
    missing?.causes.every((cause) => cause.includes('got no complete response')),
  );
  const isOfLine = world === 'gateway' && lost.length <= mostLost;
  const unexplained = isOfLine ? withoutGap.filter((each) => !lost.includes(each)) : withoutGap;
  const checked = about.length - idsOf('untested').length;
  // Without a live description, less is seen, and of some topics next to nothing: only a whole run has a goal there. It
  // is low, because until the questions are answered, no list is read past its first page.
  const isUndescribed = world === 'undescribed';
  const goal = isUndescribed && stage === 'learned' ? 55 : goals[stage];
  const part = isUndescribed ? 0 : (0.9 * checked) / countChecked;
  const wanted = Math.floor(goal * (checked < countChecked ? part : 1));
  const verified = idsOf('passed').length;
  const wrong = [
    ...(exitCode === 0 || exitCode === 3 ? [] : [`it ended with ${exitCode}`]),
    ...(report === undefined ? ['it left no report'] : []),
    ...[...idsOf('failed'), ...idsOf('unverified')].map((id) => `${id} failed or is unverified`),
    ...unexplained.map(
      ({ id, missing }) => `${id} is blocked without a named gap: ${missing?.causes.join('; ')}`,
    ),
    ...(verified < wanted
      ? [`${verified} requirements were verified, but at least ${wanted} are required`]
      : []),
  ];
  const counts = verdicts.map((verdict) => `${idsOf(verdict).length} ${verdict}`);
  return { counts: [report?.verdict ?? 'no report', ...counts].join(', '), mistakes: wrong };
}
