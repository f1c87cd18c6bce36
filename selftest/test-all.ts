import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Argument, Option } from 'commander';
import { command } from '../src/cli/program.js';
import { programArguments, suiteFolder } from '../src/contract/documents/folders.js';
import { standardError, standardOutput } from '../src/report/terminal/terminal.js';
import { seedVariable } from '../testing/seed.js';

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
    programs: ({ seed, all }) => [`selftest/prove --seed ${seed}${all ? ' --everywhere --every-test' : ''}`],
  },
  situations: {
    says: 'faults that show only in a situation: 400, or 1,200',
    programs: ({ all }) => [
      `selftest/prove --situations --faults ${all ? 1_200 : 400} --seed ${sameSituations}`,
    ],
  },
  'null-servers': {
    says: 'servers that do nothing',
    programs: ({ seed }) => [`selftest/prove --null-servers --seed ${seed}`],
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
    says: 'the pages of reports, in a browser',
    // These tests read its clean run.
    programs: ({ seed }) => [
      `selftest/prove --sample ${seed} --output reports/selftest/proof`,
      'selftest/test --project=pages',
    ],
  },
  package: tests('package', 'the package, installed into an empty folder'),
  networks: tests('networks', 'bad networks'),
  'shared-merchant': {
    ...tests(
      'shared-merchant',
      "environments with other people's data and real limits, one of them behind a gateway",
    ),
    waits: true,
  },
  kill: { ...tests('kill', 'runs that are killed, and what they leave'), waits: true },
};

/** A part with the tests of a project of `playwright.config.ts`. */
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
  .action(async (asked: readonly string[], options: Asked) => {
    const isWaiting = (name: string) => parts[name]?.waits === true;
    const working = asked.filter((name) => !isWaiting(name));
    const lanes = [
      inTurn(working, options, true),
      inTurn(asked.filter(isWaiting), options, working.length === 0),
    ];
    const ended = (await Promise.all(lanes)).flat();
    const isGreen = ended.every(({ passed }) => passed);
    (isGreen ? standardOutput : standardError).printAsIs(['', ...ended.map(({ line }) => line)].join('\n'));
    process.exitCode = isGreen ? 0 : 1;
  })
  .parseAsync();

/**
 * Runs parts one after another, until a signal ends one.
 * @param isShown whether their output is shown while they run, and not only at the end of each
 */
async function inTurn(asked: readonly string[], options: Asked, isShown: boolean) {
  const ended: { readonly passed: boolean; readonly line: string }[] = [];
  for (const name of names.filter((each) => asked.includes(each))) {
    const { says = '', programs = () => [] } = parts[name] ?? {};
    const start = performance.now();
    const exitCodes: (number | null)[] = [];
    let output = `\n${name}: ${says}`;
    if (isShown) standardOutput.printAsIs(output);
    for (const program of programs(options)) {
      const [module = '', ...args] = program.split(' ');
      const child = spawn(process.execPath, [...programArguments(module), ...args], {
        cwd: suiteFolder,
        env: { ...process.env, [seedVariable]: options.seed },
        stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text) => (output += text));
      const [exitCode] = await once(child, 'close');
      exitCodes.push(exitCode);
    }
    if (!isShown) standardOutput.printAsIs(output);
    const minutes = ((performance.now() - start) / 60_000).toFixed(1);
    const passed = exitCodes.every((exitCode) => exitCode === 0);
    const again = `npm run test:all -- ${name} --seed ${options.seed}${options.all ? ' --all' : ''}`;
    const outcome = passed ? 'passed' : `failed: ${again}`;
    ended.push({ passed, line: `${name.padEnd(16)}${minutes.padStart(6)} min  ${outcome}` });
    if (exitCodes.includes(null)) break;
  }
  return ended;
}
