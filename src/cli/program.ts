import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { commandLine, specArgument } from '../contract/documents/folders.js';
import { standardError, standardOutput } from '../report/terminal/terminal.js';
import { outputVariable, urlVariable } from '../target/environment.js';
import { type ProfileName, profileNames } from '../target/profile.js';
import { isSeed, largestSeed, newSeed } from '../target/run/seed.js';
import { versions } from './versions.js';

export interface AskedRun {
  /** The variables that the options set for the run and its workers. */
  readonly environment: Readonly<Record<string, string>>;
  readonly playwrightArguments: readonly string[];
}

export interface Terminal {
  /** The folder that contains `.env.NAME` and `targets`. */
  readonly workingFolder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Whether a person can answer questions. */
  readonly isTerminal: boolean;
  /** Writes a sentence to standard output: in a terminal, words stay whole, and so do commands. */
  readonly say: (sentence: string) => void;
  /** Writes a line, or several, to standard output as they are. */
  readonly print: (line: string) => void;
  /** Writes a sentence to standard error. */
  readonly complain: (sentence: string) => void;
}

/** The target that a command names, by its name, its address, or both. */
export interface NamedTarget {
  readonly target?: string;
  readonly url?: string;
}

/** The actions of the commands, after their arguments are read. Each returns the exit code. */
export interface Commands {
  run(asked: AskedRun): Promise<number>;
  plan(asked: NamedTarget & { profile: ProfileName }): Promise<number>;
  learn(asked: NamedTarget & { target: string; check?: true; folder?: string }): Promise<number>;
  /** @param asked `grep` chooses requirements by id, topic, clause or words */
  requirements(asked: { grep?: string; json?: true }): Promise<number>;
  cleanup(asked: NamedTarget): Promise<number>;
  /** @param asked `file` is a conformance.json or the folder of a run, `output` the path of its page, `open` whether it may be opened */
  report(asked: { file?: string; output?: string; open: boolean }): Promise<number>;
  /** @param asked `folder` has the blobs of the shards */
  merge(asked: { folder: string }): Promise<number>;
  /** @param asked `files` in HAR, `target` whose mapping translates, `output` the folder of the report */
  judge(asked: { files: readonly string[]; target?: string; output?: string }): Promise<number>;
  /** @param asked the flags of the sandbox, which reads them itself */
  sandbox(asked: { flags: readonly string[] }): Promise<number>;
  /** @param asked `a` and `b` are the conformance.json of two runs, `output` the path of a Markdown file */
  compare(asked: { a: string; b: string; json?: true }): Promise<number>;
}

/** A parser of an option's value. @param sentence that refuses other values */
function matching(pattern: RegExp, sentence: string) {
  return (value: string): string => {
    if (pattern.test(value)) return value;
    throw new InvalidArgumentError(sentence);
  };
}

const nameOfTarget = matching(
  /^[\w.-]+$/,
  'It must be the name of a target: letters, digits, dots and dashes.',
);

/** The name of a target; the name of its settings file means the same. */
function targetName(value: string): string {
  if (value === '.env') throw new InvalidArgumentError('Leave it out: without a target, .env is read.');
  return nameOfTarget(value.replace(/^\.env\./, ''));
}

const path = matching(
  /^(\d+@)?\d+(x\d{1,4})?(:\d+(x\d{1,4})?)*$/,
  'It must be numbers separated by colons, as the finding shows them.',
);

function address(value: string): string {
  const { protocol } = URL.canParse(value) ? new URL(value) : { protocol: undefined };
  if (protocol === 'https:' || protocol === 'http:') return value;
  throw new InvalidArgumentError('It must be the address of a service, such as https://staging.example.com.');
}

/** A pattern as Playwright reads it: a regular expression, with or without slashes and flags. */
function pattern(value: string): string {
  const [, source = value, flags = 'gi'] = /^\/(.*)\/([gi]*)$/.exec(value) ?? [];
  try {
    new RegExp(source, flags);
    return value;
  } catch {
    throw new InvalidArgumentError(
      'It must be a regular expression: write a backslash before a character that stands for itself, such as ( or [.',
    );
  }
}

const workers = matching(
  /^[1-9]\d{0,3}%?$/,
  'It must be a whole number from 1 on, or a share of the cores, such as 50%.',
);
const count = matching(/^\d{1,9}$/, 'It must be a whole number; 0 means no limit.');

/** The reporters of Playwright; every other name is that of a file or a package. */
const reporters = ['list', 'line', 'dot', 'json', 'junit', 'null', 'github', 'html', 'blob'];

function reporterNames(value: string): string {
  const require = createRequire(resolve('package.json'));
  const unknown = value.split(',').find((name) => {
    if (reporters.includes(name) || existsSync(resolve(name))) return false;
    try {
      return require.resolve(name) === '';
    } catch {
      return true;
    }
  });
  if (unknown === undefined) return value;
  throw new InvalidArgumentError(
    `Each name must be ${reporters.join(', ')}, or that of a file or an installed package.`,
  );
}

function shard(value: string): string {
  const [, current, total] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(value) ?? [];
  if (Number(current) <= Number(total)) return value;
  throw new InvalidArgumentError('It must be a part and the number of parts, such as 2/4.');
}

/** The option `--seed`, for every command that takes one. @param others further values that the command accepts */
export function seedOption(others: readonly string[] = []): Option {
  const either = ['a whole number', ...others].join(' or ');
  return new Option('--seed <number>', 'repeat the generated values of an earlier run').argParser((value) => {
    if (others.includes(value) || isSeed(value)) return value;
    throw new InvalidArgumentError(`It must be ${either}, at most ${largestSeed}.`);
  });
}

/**
 * A command that ends with exit code 2 if its arguments are wrong, because it then says nothing about a target.
 * @param name in the package, and of the npm script
 * @param examples the arguments of useful calls, each with what it does
 */
export function command(name: string, description: string, examples: readonly Example[] = []): Command {
  const made = new Command(name);
  made
    .configureHelp({ commandUsage: (each) => commandLine(name, [each.usage()]) })
    .description(description)
    .helpOption('-h, --help', 'show this help')
    .showHelpAfterError(`(${commandLine(name, ['--help'])} lists the options)`)
    // Commander repeats a refused value, and an address may hold a password.
    .configureOutput({
      ...exits,
      outputError: (sentence, write) => write(sentence.replace(/\/\/[^/\s]*@/g, '//')),
    })
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
  const lines = examples.map(([line, does]): Example => [commandLine(name, line === '' ? [] : [line]), does]);
  if (lines.length > 0) made.addHelpText('after', inHelp(lines));
  return withVersion(made);
}

/** Where help and errors go; both end with a line break. */
const exits = {
  writeOut: (text: string) => standardOutput.printAsIs(text.replace(/\n$/, '')),
  writeErr: (text: string) => standardError.printAsIs(text.replace(/\n$/, '')),
};

/** Arguments as a user types them, and what the command then does. */
type Example = readonly [line: string, does: string];

function inHelp(examples: readonly Example[]): string {
  const longest = Math.max(...examples.map(([line]) => line.length));
  return ['', 'Examples:', ...examples.map(([line, does]) => `  ${line.padEnd(longest)}  ${does}`)].join(
    '\n',
  );
}

/** Makes `--version` print the versions; they are read only then. */
function withVersion(made: Command): Command {
  return made.option('-V, --version', 'print the versions').on('option:version', () => {
    standardOutput.printAsIs(versions());
    process.exit(0);
  });
}

/** The command line of the suite. Each command sets the exit code of the process. */
export function programOf(commands: Commands): Command {
  const ending = (code: number) => {
    process.exitCode = code;
  };
  const target = () =>
    new Option('--target <name>', 'use .env.NAME and targets/NAME.yaml').argParser(targetName);
  const url = () =>
    new Option('--url <address>', 'the address of the service, without /api/v1').argParser(address);
  const profile = () =>
    new Option(
      '--profile <name>',
      'how much to test: standard by default; smoke sends a few dozen reads; release draws ten times as many values as standard, and exhausts every rate limit',
    ).choices([...profileNames]);
  const program = withVersion(new Command('seller-api-conformance'))
    .description('Tests whether a running service keeps the promises of the Seller Catalog and Order API.')
    .helpOption('-h, --help', 'show this help')
    .configureOutput(exits)
    // A command of its own, below, because the sandbox shows its help itself.
    .addHelpCommand(false)
    .addHelpText(
      'after',
      inHelp([
        [commandLine('run'), 'test the embedded sandbox'],
        [commandLine('run', ['--url', 'https://staging.example.com']), 'test a service'],
        [commandLine('sandbox', ['--port', '8080']), 'serve the API on this machine'],
      ]),
    )
    .addHelpText('after', keyHelp)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .addCommand(runCommand([target(), url()], profile(), async (asked) => ending(await commands.run(asked))))
    .addCommand(
      command('plan', 'show what a run will send, and how long it will take', [
        ['--target staging', 'for a standard run'],
        ['--target staging --profile release', 'for a run before a release'],
      ])
        .addOption(target())
        .addOption(url())
        .addOption(profile().default('standard'))
        .action(async (options) => ending(await commands.plan(options))),
    )
    .addCommand(
      command('learn', 'propose targets/NAME.yaml: how the target fills what the description leaves open', [
        ['--target staging', 'write targets/staging.yaml'],
        ['--target staging --check', 'say whether the service still behaves as that file says'],
      ])
        .addOption(target().makeOptionMandatory())
        .addOption(url())
        .option('--check', 'compare the target with its file, without writing anything')
        .option('--folder <path>', 'keep the file in a folder other than targets')
        .action(async (options) => ending(await commands.learn(options))),
    )
    .addCommand(
      command('requirements', 'list the requirements, with the clauses that they come from', [
        ['', 'all of them'],
        ['--grep @8.1', 'those of clause 8.1'],
        ['--grep webhook', 'those about webhooks'],
      ])
        .option('-g, --grep <pattern>', 'only those whose id, topic, clause or sentence matches', pattern)
        .option('--json', 'print them as JSON')
        .action(async (options) => ending(await commands.requirements(options))),
    )
    .addCommand(
      command('cleanup', 'remove what interrupted runs left on the target', [
        ['--target staging', 'remove it from the target of .env.staging'],
      ])
        .addOption(target())
        .addOption(url())
        .action(async (options) => ending(await commands.cleanup(options))),
    )
    .addCommand(
      command('report', 'open the report of the last run, or build that of another', [
        ['', 'open the last report'],
        ['reports/runs/RUN', 'make the report of a run that was killed'],
        ['conformance.json --output page.html', 'build the page of a run from its data alone'],
      ])
        .argument('[run]', 'the folder of a run, or its conformance.json')
        .option('--output <page>', 'where to write the page of RUN')
        .option('--no-open', 'print the path without opening it')
        .action(async (file, options, self) => {
          if (file === undefined && options.output !== undefined)
            self.error('error: --output needs the RUN whose page is built');
          ending(await commands.report({ ...options, ...(file === undefined ? {} : { file }) }));
        }),
    )
    .addCommand(
      command('merge', 'make one report from runs with --shard', [
        ['blobs', 'join the shards whose blobs, report-1.zip and so on, are in this folder'],
      ])
        .argument('<folder>', 'the folder with the blobs of all shards')
        .action(async (folder) => ending(await commands.merge({ folder }))),
    )
    .addCommand(
      command('judge', 'judge traffic that others recorded in HAR files, without sending anything', [
        ['traffic.har', 'judge the service and its client in a recording of a browser or a proxy'],
        ['--target staging monday.har tuesday.har.gz', 'in the words of one service'],
      ])
        .argument('<files...>', 'HAR 1.2 files, plain or in gzip')
        .addOption(new Option('--target <name>', 'translate as targets/NAME.yaml says').argParser(targetName))
        .option('--output <folder>', 'a new folder for the report, other than reports/runs')
        .action(async (files, options) => ending(await commands.judge({ files, ...options }))),
    )
    .addCommand(
      command('compare', 'say what differs between two runs with the same seed', [
        ['reports/runs/A reports/runs/B', 'compare two runs'],
      ])
        .argument('<a>', 'the folder of a run, or its conformance.json')
        .argument('<b>', 'the same of the other run')
        .option('--json', 'print the differences as JSON')
        .action(async (a, b, options) => ending(await commands.compare({ a, b, ...options }))),
    )
    .addCommand(
      // It reads its own flags, also --help.
      command('sandbox', 'serve the API on this machine, with generated data, to develop a client')
        .argument('[flags...]', 'the flags of the sandbox; --help lists them')
        .helpOption(false)
        .allowUnknownOption()
        .action(async (flags) => ending(await commands.sandbox({ flags }))),
    )
    .addCommand(
      new Command('help')
        .configureOutput(exits)
        .description('show the options of a command')
        .argument('[command]', 'its name')
        .helpOption(false)
        .allowUnknownOption()
        .action(async (name = '--help') => {
          const isKnown = program.commands.some((each) => each.name() === name);
          await program.parseAsync([name, ...(isKnown ? ['--help'] : [])], { from: 'user' });
        }),
    );
  return program;
}

const keyHelp = `
The API key comes from TARGET_API_KEY, in the environment or in the settings file.
Settings files (.env, .env.NAME), targets/, known-failures/ and reports/ are in the folder in which you call the command.`;

/** Playwright options that a run passes on unchanged, each by its long name if it has one, below their headings. */
const playwrightOptions = [
  ...[
    new Option(
      '-g, --grep <pattern>',
      'run the tests whose title or tag matches, such as @BAT-10, or @8.1 for a clause',
    ).argParser(pattern),
    new Option('--grep-invert <pattern>', 'leave out the tests whose title or tag matches').argParser(
      pattern,
    ),
    new Option('--list', 'list the tests without running them'),
  ].map((option) => option.helpGroup('What to test:')),
  ...[
    new Option('-j, --workers <number>', 'how many tests to run at a time').argParser(workers),
    new Option('--max-failures <number>', 'stop after this many failed tests').argParser(count),
    new Option('-x', 'stop after the first failed test'),
    new Option('--timeout <milliseconds>', 'how long a test may take').argParser(count),
    new Option('--trace <mode>', 'record traces'),
  ].map((option) => option.helpGroup('Options of Playwright:')),
];

/** The options of a run, and the variables that pass them to its processes. */
const variables = {
  target: 'TARGET_NAME',
  url: urlVariable,
  profile: 'CONFORMANCE_PROFILE',
  seed: 'CONFORMANCE_SEED',
  path: 'CONFORMANCE_PATH',
  strict: 'CONFORMANCE_STRICT',
  quiet: 'CONFORMANCE_QUIET',
  output: outputVariable,
} as const;

function runCommand(
  target: readonly Option[],
  profile: Option,
  run: (asked: AskedRun) => Promise<void>,
): Command {
  const made = command('run', 'test a service: the embedded sandbox, unless a target is set', [
    ['', 'test the embedded sandbox'],
    ['--target staging', 'test the service of .env.staging'],
    ['--url https://staging.example.com --profile smoke', 'send a few dozen reads'],
    ['--grep @BAT-10', 'test one requirement'],
    ['--grep @8.1', 'test the requirements of a clause of the description'],
  ])
    .addHelpText('after', keyHelp)
    .argument('[tests...]', 'files or folders of specs; after --, any other Playwright option');
  const groups: Readonly<Record<string, readonly Option[]>> = {
    'The service:': [...target],
    'What to test:': [
      profile,
      new Option(
        '--shard <part/total>',
        "run one part of the suite, such as 2/4, with its own merchants, and leave a blob for merge in the run's folder",
      ).argParser(shard),
      new Option('--strict', 'let a violated "should" fail the run'),
      new Option('--quiet', 'print only errors, the verdict and the next step'),
      new Option('--output <folder>', 'a new folder for what the run leaves, other than reports/runs'),
    ],
    'To repeat a run or a counterexample:': [
      seedOption(['new']),
      new Option('--path <path>', 'replay a counterexample, with --grep as its finding shows').argParser(
        path,
      ),
    ],
    'Options of Playwright:': [
      new Option('--reporter <names>', 'additional Playwright reporters').argParser(reporterNames),
    ],
  };
  for (const [heading, options] of Object.entries(groups))
    for (const option of options) made.addOption(option.helpGroup(heading));
  for (const option of playwrightOptions) made.addOption(option);
  return made.action(async (tests: readonly string[], options: Readonly<Record<string, unknown>>) => {
    if (options.path !== undefined && options.grep === undefined)
      made.error('error: --path replays one test: name it with --grep, as its finding does');
    const given = options.seed === 'new' ? { ...options, seed: newSeed() } : options;
    const environment = Object.entries(variables).flatMap(([name, variable]): [string, string][] => {
      const value = given[name as keyof typeof given];
      return value === undefined ? [] : [[variable, value === true ? '1' : String(value)]];
    });
    await run({
      environment: Object.fromEntries(environment),
      playwrightArguments: [...handedOn(options), ...tests.map(specArgument)],
    });
  });
}

function handedOn(options: Readonly<Record<string, unknown>>): readonly string[] {
  const plain = playwrightOptions.flatMap((option) => {
    const value = options[option.attributeName()];
    if (value === undefined) return [];
    return [value === true ? `${option.long ?? option.short}` : `${option.long}=${value}`];
  });
  return [
    ...plain,
    ...(options.shard === undefined ? [] : [`--shard=${options.shard}`]),
    ...(options.reporter === undefined ? [] : [`--reporter=${options.reporter}`]),
  ];
}
