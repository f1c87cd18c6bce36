import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { commandLine, specArgument } from '../contract/documents/folders.js';
import { patternIn } from '../contract/values/search.js';
import { standardError, standardOutput } from '../report/terminal/terminal.js';
import { outputVariable, urlVariable } from '../target/environment.js';
import { type ProfileName, profiles } from '../target/profile.js';
import { isSeed, largestSeed, newSeed } from '../target/setting.js';
import { refusalBegins } from './run/refuse.js';
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

/** The actions of the commands, after their arguments are read. Each returns the exit code, or throws a Refusal. */
export interface Commands {
  run(asked: AskedRun): Promise<number>;
  plan(asked: NamedTarget & { profile: ProfileName }): Promise<number>;
  learn(asked: NamedTarget & { target: string; check?: true; folder?: string }): Promise<number>;
  /** @param asked `grep` chooses requirements by id, topic, clause or words */
  requirements(asked: { grep?: string; json?: true }): Promise<number>;
  cleanup(asked: NamedTarget): Promise<number>;
  /** @param asked `run` is its conformance.json or its folder, `output` the path of its page, `open` whether it may be opened */
  report(asked: { run?: string; output?: string; open: boolean }): Promise<number>;
  /** @param asked `folder` has the blobs of the shards */
  merge(asked: { folder: string }): Promise<number>;
  /** @param asked `files` in HAR, `target` whose mapping translates, `output` the folder of the report */
  judge(asked: { files: readonly string[]; target?: string; output?: string }): Promise<number>;
  /** @param asked the flags of the sandbox, which reads them itself */
  sandbox(asked: { flags: readonly string[] }): Promise<number>;
  /** @param asked `a` and `b` are each the folder of a run, or its conformance.json; `json` asks for JSON */
  compare(asked: { a: string; b: string; json?: true }): Promise<number>;
}

/** What the value of an option may be, the sentence that refuses any other, and what the value means, if not itself. */
type Kind = readonly [
  isOne: (value: string) => boolean,
  sentence: string,
  meaning?: (value: string) => string,
];

const targetName: Kind = [
  (value) => /^(?!\.env$)[\w.-]+$/.test(value),
  'It must be the name of a target: letters, digits, dots and dashes; without one, .env is read.',
  // The name of its settings file means the same.
  (value) => value.replace(/^\.env\./, ''),
];
const address: Kind = [
  (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
  'It must be the address of a service, such as https://staging.example.com.',
];
const path: Kind = [
  (value) => /^(\d+@)?\d+(x\d{1,4})?(:\d+(x\d{1,4})?)*$/.test(value),
  'It must be numbers separated by colons, as the finding shows them.',
];
const pattern: Kind = [
  (value) => patternIn(value) !== undefined,
  'It must be a regular expression: write a backslash before a character that stands for itself, such as ( or [.',
];
const workers: Kind = [
  (value) => /^[1-9]\d{0,3}%?$/.test(value),
  'It must be a whole number from 1 on, or a share of the cores, such as 50%.',
];
const count: Kind = [(value) => /^\d{1,9}$/.test(value), 'It must be a whole number; 0 means no limit.'];
const shard: Kind = [
  (value) => {
    const [, current, total] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(value) ?? [];
    return Number(current) <= Number(total);
  },
  'It must be a part and the number of parts, such as 2/4.',
];

/** The reporters of Playwright; every other name is that of a file or a package. */
const reporters = ['list', 'line', 'dot', 'json', 'junit', 'null', 'github', 'html', 'blob'];
const reporterNames: Kind = [
  (value) =>
    value
      .split(',')
      .every((name) => reporters.includes(name) || existsSync(resolve(name)) || isPackage(name)),
  `Each name must be ${reporters.join(', ')}, or that of a file or an installed package.`,
];

function isPackage(name: string): boolean {
  try {
    return createRequire(resolve('package.json')).resolve(name) !== '';
  } catch {
    return false;
  }
}

function option(flags: string, does: string, kind?: Kind): Option {
  const made = new Option(flags, does);
  if (kind === undefined) return made;
  const [isOne, sentence, meaning = String] = kind;
  return made.argParser((value) => {
    if (isOne(value)) return meaning(value);
    throw new InvalidArgumentError(sentence);
  });
}

/** The option `--seed`, for every command that takes one. @param others further values that the command accepts */
export function seedOption(others: readonly string[] = []): Option {
  const either = ['a whole number', ...others].join(' or ');
  return option('--seed <number>', 'repeat the generated values of an earlier run', [
    (value) => others.includes(value) || isSeed(value),
    `It must be ${either}, at most ${largestSeed}.`,
  ]);
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
      outputError: (sentence, write) =>
        write(sentence.replace(/^error: /, refusalBegins(name, '$&')).replace(/\/\/[^/\s]*@/g, '//')),
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

/** A command of users: what `--help` says of it, what it takes, and what it does. */
interface Row {
  readonly does: string;
  readonly examples: readonly Example[];
  /** Its arguments, as in `<files...>`, by which they are named in what is asked. */
  readonly arguments?: Readonly<Record<string, string>>;
  readonly options?: readonly Option[];
  /** Whether it reads its own flags, also --help. */
  readonly readsItself?: true;
}

const target = () => option('--target <name>', 'use .env.NAME and targets/NAME.yaml', targetName);
const url = () => option('--url <address>', 'the address of the service, without /api/v1', address);
const profile = () =>
  option(
    '--profile <name>',
    'how much to test: standard by default; smoke sends a few dozen reads; release draws ten times as many values as standard, and exhausts every rate limit',
  ).choices(Object.keys(profiles));

/** The commands but for `run`, in the order of `--help`. */
const rows: Readonly<Record<Exclude<keyof Commands, 'run'>, Row>> = {
  plan: {
    does: 'show what a run will send, and how long it will take',
    examples: [
      ['--target staging', 'for a standard run'],
      ['--target staging --profile release', 'for a run before a release'],
    ],
    options: [target(), url(), profile().default('standard')],
  },
  learn: {
    does: 'propose targets/NAME.yaml: how the target fills what the description leaves open',
    examples: [
      ['--target staging', 'write targets/staging.yaml'],
      ['--target staging --check', 'say whether the service still behaves as that file says'],
    ],
    options: [
      target().makeOptionMandatory(),
      url(),
      option('--check', 'compare the target with its file, without writing anything'),
      option('--folder <path>', 'keep the file in a folder other than targets'),
    ],
  },
  requirements: {
    does: 'list the requirements, with the clauses that they come from',
    examples: [
      ['', 'all of them'],
      ['--grep @8.1', 'those of clause 8.1'],
      ['--grep webhook', 'those about webhooks'],
    ],
    options: [
      option('-g, --grep <pattern>', 'only those whose id, topic, clause or sentence matches', pattern),
      option('--json', 'print them as JSON'),
    ],
  },
  cleanup: {
    does: 'remove what interrupted runs left on the target',
    examples: [['--target staging', 'remove it from the target of .env.staging']],
    options: [target(), url()],
  },
  report: {
    does: 'open the report of the last run, or build that of another',
    examples: [
      ['', 'open the last report'],
      ['reports/runs/RUN', 'make the report of a run that was killed'],
      ['conformance.json --output page.html', 'build the page of a run from its data alone'],
    ],
    arguments: { '[run]': 'the folder of a run, or its conformance.json' },
    options: [
      option('--output <page>', 'where to write the page of RUN'),
      option('--no-open', 'print the path without opening it'),
    ],
  },
  merge: {
    does: 'make one report from runs with --shard',
    examples: [['blobs', 'join the shards whose blobs, report-1.zip and so on, are in this folder']],
    arguments: { '<folder>': 'the folder with the blobs of all shards' },
  },
  judge: {
    does: 'judge traffic that others recorded in HAR files, without sending anything',
    examples: [
      ['traffic.har', 'judge the service and its client in a recording of a browser or a proxy'],
      ['--target staging monday.har tuesday.har.gz', 'in the words of one service'],
    ],
    arguments: { '<files...>': 'HAR 1.2 files, plain or in gzip' },
    options: [
      option('--target <name>', 'translate as targets/NAME.yaml says', targetName),
      option('--output <folder>', 'a new folder for the report, other than reports/runs'),
    ],
  },
  compare: {
    does: 'say what differs between two runs with the same seed',
    examples: [['reports/runs/A reports/runs/B', 'compare two runs']],
    arguments: {
      '<a>': 'the folder of a run, or its conformance.json',
      '<b>': 'the same of the other run',
    },
    options: [option('--json', 'print the differences as JSON')],
  },
  sandbox: {
    does: 'serve the API on this machine, with generated data, to develop a client',
    examples: [],
    arguments: { '[flags...]': 'the flags of the sandbox; --help lists them' },
    readsItself: true,
  },
};

function commandOf(name: string, row: Row, act: (asked: unknown) => Promise<void>): Command {
  const { does, examples, arguments: named = {}, options = [], readsItself } = row;
  const made = command(name, does, examples);
  for (const [argument, description] of Object.entries(named)) made.argument(argument, description);
  for (const each of options) made.addOption(each);
  if (readsItself) made.helpOption(false).allowUnknownOption();
  return made.action(async () => {
    const given = made.registeredArguments.map((each, index) => [each.name(), made.processedArgs[index]]);
    await act({ ...Object.fromEntries(given), ...made.opts() });
  });
}

/** The command line of the suite. Each command sets the exit code of the process. */
export function programOf(commands: Commands): Command {
  /** @param asked what the row of the command has read */
  const act = (name: keyof Commands) => async (asked: unknown) => {
    process.exitCode = await (commands[name] as (asked: unknown) => Promise<number>)(asked);
  };
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
    .addCommand(runCommand(act('run')));
  for (const name of Object.keys(rows) as (keyof typeof rows)[])
    program.addCommand(commandOf(name, rows[name], act(name)));
  return program.addCommand(
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
}

const keyHelp = `
The API key comes from TARGET_API_KEY, in the environment or in the settings file.
Settings files (.env, .env.NAME), targets/, known-failures/ and reports/ are in the folder in which you call the command.`;

/** The options of a run below their headings, and the variables that pass them to its processes; Playwright gets the others. */
const optionsOfRun: Readonly<Record<string, readonly (readonly [option: Option, variable?: string])[]>> = {
  'The service:': [
    [target(), 'TARGET_NAME'],
    [url(), urlVariable],
  ],
  'What to test:': [
    [profile(), 'CONFORMANCE_PROFILE'],
    [
      option(
        '--shard <part/total>',
        "run one part of the suite, such as 2/4, with its own merchants, and leave a blob for merge in the run's folder",
        shard,
      ),
    ],
    [option('--strict', 'let a violated "should" fail the run'), 'CONFORMANCE_STRICT'],
    [option('--quiet', 'print only errors, the verdict and the next step'), 'CONFORMANCE_QUIET'],
    [
      option('--output <folder>', 'a new folder for what the run leaves, other than reports/runs'),
      outputVariable,
    ],
    [
      option(
        '-g, --grep <pattern>',
        'run the tests whose title or tag matches, such as @BAT-10, or @8.1 for a clause',
        pattern,
      ),
    ],
    [option('--grep-invert <pattern>', 'leave out the tests whose title or tag matches', pattern)],
    [option('--list', 'list the tests without running them')],
  ],
  'To repeat a run or a counterexample:': [
    [seedOption(['new']), 'CONFORMANCE_SEED'],
    [
      option('--path <path>', 'replay a counterexample, with --grep as its finding shows', path),
      'CONFORMANCE_PATH',
    ],
  ],
  'Options of Playwright:': [
    [option('--reporter <names>', 'additional Playwright reporters', reporterNames)],
    [option('-j, --workers <number>', 'how many tests to run at a time', workers)],
    [option('--max-failures <number>', 'stop after this many failed tests', count)],
    [option('-x', 'stop after the first failed test')],
    [option('--timeout <milliseconds>', 'how long a test may take', count)],
    [option('--trace <mode>', 'record traces')],
  ],
};

function runCommand(run: (asked: AskedRun) => Promise<void>): Command {
  const made = command('run', 'test a service: the embedded sandbox, unless a target is set', [
    ['', 'test the embedded sandbox'],
    ['--target staging', 'test the service of .env.staging'],
    ['--url https://staging.example.com --profile smoke', 'send a few dozen reads'],
    ['--grep @BAT-10', 'test one requirement'],
    ['--grep @8.1', 'test the requirements of a clause of the description'],
  ])
    .addHelpText('after', keyHelp)
    .argument('[tests...]', 'files or folders of specs; after --, any other Playwright option');
  const all = Object.entries(optionsOfRun).flatMap(([heading, options]) => {
    for (const [option] of options) made.addOption(option.helpGroup(heading));
    return options;
  });
  return made.action(async (tests: readonly string[], options: Readonly<Record<string, unknown>>) => {
    if (options.path !== undefined && options.grep === undefined)
      made.error('error: --path replays one test: name it with --grep, as its finding does');
    const given = options.seed === 'new' ? { ...options, seed: newSeed() } : options;
    const environment: Record<string, string> = {};
    const playwrightArguments: string[] = [];
    for (const [option, variable] of all) {
      const value: unknown = Reflect.get(given, option.attributeName());
      if (value === undefined) continue;
      const name = option.long ?? option.short ?? '';
      if (variable !== undefined) environment[variable] = value === true ? '1' : String(value);
      else playwrightArguments.push(value === true ? name : `${name}=${value}`);
    }
    await run({ environment, playwrightArguments: [...playwrightArguments, ...tests.map(specArgument)] });
  });
}
