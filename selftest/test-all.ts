import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Argument, Option } from 'commander';
import { command } from '../src/cli/program.js';
import { programArguments, suiteFolder } from '../src/contract/documents/folders.js';
import { standardError, standardOutput } from '../src/report/terminal/terminal.js';

/**
 * `npm run test:all [-- PART...] [--all]`: everything that `npm test` doesn't wait for, one part after another, each of
 * them even if one before it failed; next to them, those that leave cores idle. The exit code is 0 if all passed, 1 if
 * not, and 2 if a part is unknown.
 */
interface Part {
  readonly says: string;
  /** Whether it leaves cores idle: it runs next to the parts that keep all busy, and is printed when it has ended. */
  readonly waits?: true;
  /** Its programs with their arguments, one after another. */
  readonly programs: (asked: Asked) => readonly string[];
}

interface Asked {
  /** Draws what a part has too much of for one night. */
  readonly seed: string;
  /** Whether every part has its whole set. */
  readonly all: boolean;
}

const parts: Readonly<Record<string, Part>> = {
  faults: {
    says: 'every planted fault, once',
    programs: ({ seed, all }) => [
      `selftest/prove --no-null-servers --seed ${seed}${all ? ' --everywhere --every-test' : ''}`,
    ],
  },
  situations: {
    says: 'faults that show only in a situation: 400, or 1,200',
    programs: ({ all }) => [
      `selftest/prove --situations --faults ${all ? 1_200 : 400} --seed ${sameSituations}`,
    ],
  },
  'null-servers': {
    says: 'servers that do nothing',
    programs: ({ seed }) => [
      `selftest/prove --null-servers --seed ${seed}`,
      'selftest/test --project=null-servers',
    ],
  },
  lies: {
    says: 'lies about single fields: a third by the date, or all',
    programs: ({ seed, all }) => [
      // 2,080 are about a third.
      `selftest/prove --fields --seed ${seed}${all ? '' : ' --faults 2080'}`,
    ],
  },
  mutants: {
    says: "changes of the sandbox's source: 100, or 200",
    programs: ({ all }) => [`selftest/mutants/main --sample ${all ? 200 : 100} --seed ${reviewedMutants}`],
  },
  worlds: {
    says: 'worlds that fill the gaps in their own way, without a file and learned',
    programs: ({ seed }) => [`selftest/worlds --seed ${seed}`],
  },
  runs: tests('runs', 'commands as people use them, in processes of their own'),
  hostile: tests('hostile', 'services that mean harm'),
  secrets: tests('secrets', 'no output of a run contains a key or a password'),
  pages: {
    says: 'the pages of reports and of the settings area, in a browser',
    // These tests read its clean run.
    programs: ({ seed }) => [
      `selftest/prove --sample ${seed} --output reports/selftest/proof`,
      'selftest/test --project=pages',
    ],
  },
  package: tests('package', 'the package, installed into an empty folder'),
  networks: {
    says: 'bad networks',
    programs: () => ['selftest/networks/main', 'selftest/test --project=networks'],
  },
  'shared-merchant': {
    says: "environments with other people's data and real limits, one of them behind a gateway",
    waits: true,
    programs: ({ seed }) => ['gateway', 'run'].map((part) => `selftest/staging/main ${part} --seed ${seed}`),
  },
  kill: {
    says: 'runs that are killed, and what they leave',
    waits: true,
    programs: ({ seed }) => [`selftest/staging/main kill --seed ${seed}`, 'selftest/test --project=kill'],
  },
};

function tests(project: string, says: string): Part {
  return { says, programs: () => [`selftest/test --project=${project}`] };
}

/** Draws the mutants whose survivors have been reviewed: what survives from then on is a check that became weaker. */
const reviewedMutants = 20_785;

/** Draws the same faults in situations each night: only a check that became weaker then changes what is told. */
const sameSituations = 12;

const names = Object.keys(parts);

/** The seed of a day. */
const day = String(Math.floor(Date.now() / 86_400_000));

await command('test:all', 'run every test that npm test does not wait for')
  .addArgument(new Argument('[parts...]', 'only these parts').choices(names).default(names, 'all'))
  .option('--all', 'tell every lie, plant every fault everywhere, and try twice as many mutants', false)
  .addOption(new Option('--seed <number>', 'draws what is drawn').default(day, 'the date'))
  .action(runAll)
  .parseAsync();

async function runAll(asked: readonly string[], options: Asked): Promise<void> {
  const waiting = asked.filter((name) => parts[name]?.waits);
  const working = asked.filter((name) => !waiting.includes(name));
  const lanes = [inTurn(working, options, true), inTurn(waiting, options, working.length === 0)];
  const ended = (await Promise.all(lanes)).flat();
  const isGreen = ended.every(({ passed }) => passed);
  (isGreen ? standardOutput : standardError).printAsIs(['', ...ended.map(({ line }) => line)].join('\n'));
  process.exitCode = isGreen ? 0 : 1;
}

/**
 * Runs parts one after another, until a signal ends one.
 * @param isShown whether their output is shown while they run
 */
async function inTurn(
  names: readonly string[],
  options: Asked,
  isShown: boolean,
): Promise<readonly { readonly passed: boolean; readonly line: string }[]> {
  const ended = [];
  for (const [name, part] of Object.entries(parts)) {
    if (!names.includes(name)) continue;
    const title = `\n${name}: ${part.says}`;
    if (isShown) standardOutput.printAsIs(title);
    const start = performance.now();
    const runs: Awaited<ReturnType<typeof run>>[] = [];
    for (const program of part.programs(options)) runs.push(await run(program, isShown));
    const minutes = ((performance.now() - start) / 60_000).toFixed(1);
    if (!isShown) standardOutput.printAsIs([title, ...runs.map(({ output }) => output)].join('\n'));
    const passed = runs.every(({ exitCode }) => exitCode === 0);
    const again = `npm run test:all -- ${name} --seed ${options.seed}${options.all ? ' --all' : ''}`;
    const line = `${name.padEnd(16)}${minutes.padStart(6)} min  ${passed ? 'passed' : `failed: ${again}`}`;
    ended.push({ passed, line });
    if (runs.some(({ exitCode }) => exitCode === null)) break;
  }
  return ended;
}

/**
 * Runs a program and its arguments in a separate process.
 * @returns its exit code, null if a signal ended it, and its output unless it was shown
 */
async function run(
  program: string,
  isShown: boolean,
): Promise<{ readonly exitCode: number | null; readonly output: string }> {
  const [name = '', ...args] = program.split(' ');
  const child = spawn(process.execPath, [...programArguments(name), ...args], {
    cwd: suiteFolder,
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [exitCode] = await once(child, 'close');
  return { exitCode, output };
}
