import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InvalidArgumentError } from 'commander';
import { load } from 'js-yaml';
import { type SandboxProcess, startSandbox, targetSettings } from '#testing/sandbox-process';
import { runConformance } from '#testing/started-command';
import { command, seedOption } from '../src/cli/program.js';
import { countQuestions, countSteps } from '../src/contract/mapping/file/file-steps.js';
import { loadTarget } from '../src/contract/mapping/file/read-target-file.js';
import { targetFileVariable } from '../src/contract/mapping/file/target-file.js';
import { standardError, standardOutput } from '../src/report/terminal/terminal.js';
import { runSpeed } from '../src/target/processes/embedded-sandbox.js';
import { listWorlds } from './faults/plantings.js';
import {
  keyOfAShop,
  learnWorld,
  mistakesIn,
  reportOn,
  runTable,
  type Stage,
  stages,
  type WorldResult,
  type WorldRun,
  withAnswers,
} from './world-runs.js';

/**
 * `npm run worlds -- [--seed N] [--stages STAGE,...] [--topics TOPIC,...] [NAME...]`: sets the suite up for the worlds of the sandbox, as
 * a person would who has a URL and a key, and runs it at each stage: without a file, with the file that `npm run learn`
 * wrote, and with its questions answered by `selftest/worlds/NAME.yaml`. Prints a table of the verified requirements. The
 * exit code is 0 if every verdict is right and every world reaches its goals, 1 if not, and 2 if the command line is
 * wrong or the command was interrupted.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, 'reports/worlds');
const answers = join(root, 'selftest/worlds');
await command(
  'worlds',
  'set the suite up for worlds of the sandbox, and count the requirements verified there',
)
  .argument('[names...]', 'the worlds; all of them if none is named')
  .addOption(seedOption().default('1'))
  .option('--stages <stages>', `some of ${stages.join(', ')}, separated by commas`, chosenStages, stages)
  .option('--topics <topics>', 'only the requirements of some topics, such as PRD,STS', (ids) =>
    ids.split(','),
  )
  .action(async (names, asked) => {
    process.exitCode = await main({ ...asked, names });
  })
  .parseAsync();

function chosenStages(value: string): readonly Stage[] {
  const chosen = value.split(',');
  const unknown = chosen.find((each) => !stages.some((stage) => stage === each));
  if (unknown !== undefined) throw new InvalidArgumentError(`"${unknown}" is not a stage.`);
  return stages.filter((stage) => chosen.includes(stage));
}

async function main(asked: Asked): Promise<number> {
  const worlds = await listWorlds();
  const unknown = asked.names.find((name) => !worlds.includes(name));
  if (unknown !== undefined)
    return fail(`There is no world "${unknown}": the worlds are ${worlds.join(', ')}.`);
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const results: WorldResult[] = [];
  for (const world of asked.names.length > 0 ? asked.names : worlds) {
    results.push(await resultOf(world, asked, stop.signal));
    if (stop.signal.aborted) return fail('The runs were interrupted.');
  }
  const mistakes = results.flatMap((result) => mistakesIn(result));
  standardOutput.printAsIs(`\n${runTable(results.flatMap(({ runs }) => runs)).trimEnd()}`);
  if (mistakes.length > 0) standardOutput.printAsIs(`\n${mistakes.join('\n')}`);
  return mistakes.length === 0 ? 0 : 1;
}

interface Asked {
  readonly seed: string;
  readonly stages: readonly Stage[];
  readonly topics?: readonly string[];
  readonly names: readonly string[];
}

/** Sets the suite up for a world, in one sandbox for all stages, and runs it at the requested stages. */
async function resultOf(world: string, asked: Asked, signal: AbortSignal): Promise<WorldResult> {
  await using sandbox = await startSandbox('--world', world, '--speed', runSpeed, '--seed', asked.seed);
  const folder = join(reports, world);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const runs: WorldRun[] = [];
  /** @param file says how the world fills the gaps */
  const run = async (stage: Stage, file?: string): Promise<void> => {
    if (!asked.stages.includes(stage) || signal.aborted) return;
    const settings = { ...settingsOf(sandbox), ...(file && { [targetFileVariable]: file }) };
    const reports = join(folder, stage);
    const chosen = asked.topics ? ['--grep', `@(?:${asked.topics.join('|')})-`] : [];
    const { exitCode, milliseconds, report } = await runConformance(
      settings,
      reports,
      // However busy this machine is, no test ends for the lack of time.
      ['--seed', asked.seed, '--timeout', '600000', ...chosen],
      signal,
    );
    const seconds = milliseconds / 1000;
    standardOutput.printAsIs(`${world}, ${stage}: ${seconds.toFixed(0)} s, ${reports}`);
    runs.push({ world, stage, exitCode, seconds, report: report && reportOn(report, asked.topics) });
  };
  await run('without');
  if (!asked.stages.some((stage) => stage !== 'without')) return { world, runs };
  const settings = { ...settingsOf(sandbox), TARGET_API_KEY: await keyOfAShop(sandbox, Number(asked.seed)) };
  const outcome = await learnWorld(world, settings, folder, signal);
  if ('problem' in outcome) return { world, runs, problem: outcome.problem };
  const { file, seconds } = outcome;
  const target = loadTarget(file).file;
  const questions = countQuestions(target.open);
  standardOutput.printAsIs(
    `${world}, learn: ${countSteps(target)} steps, ${questions} questions, ${seconds.toFixed(0)} s, ${file}`,
  );
  await run('learned', file);
  const answered = withAnswers(readFileSync(file, 'utf8'), answersFor(world));
  if ('problem' in answered) return { world, runs, questions, problem: `${world}: ${answered.problem}` };
  // With nothing to answer, the previous run is also that of the last stage.
  if (questions > 0 || !asked.stages.includes('learned')) {
    const edited = join(folder, `${world}.answered.yaml`);
    writeFileSync(edited, answered.text);
    await run('answered', edited);
  }
  return { world, runs, questions };
}

/** The answers of a person who knows a world to the questions that are open after learning. */
function answersFor(world: string): Readonly<Record<string, unknown>> {
  const file = join(answers, `${world}.yaml`);
  return existsSync(file) ? Object(load(readFileSync(file, 'utf8'))) : {};
}

/** The settings of a person who knows nothing about a world except its file. */
function settingsOf(sandbox: SandboxProcess): Readonly<Record<string, string>> {
  // Each run has a new target, so that there is nothing to compare it with.
  return { ...targetSettings(sandbox), TARGET_CONFIRMED_GAPS: '', CONFORMANCE_HISTORY: 'off' };
}

function fail(problem: string): number {
  standardError.printAsIs(problem);
  return 2;
}
