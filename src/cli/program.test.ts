import { expect, test } from '#testing/unit-test';
import { contractVersion } from '../contract/documents/document.js';
import { moduleFile } from '../contract/documents/folders.js';
import { type Commands, programOf } from './program.js';
import { versions } from './versions.js';

const run = (environment: Readonly<Record<string, string>>, ...playwrightArguments: readonly string[]) => ({
  run: { environment, playwrightArguments },
});

/** Command lines, and the command with its options. */
const understood: readonly (readonly [line: string, asked: Partial<Record<keyof Commands, object>>])[] = [
  ['run', run({})],
  ['run --strict', run({ CONFORMANCE_STRICT: '1' })],
  ['run --quiet', run({ CONFORMANCE_QUIET: '1' })],
  ['run --target staging', run({ TARGET_NAME: 'staging' })],
  [
    'run --url https://a.example/shop --target a',
    run({ TARGET_NAME: 'a', CONFORMANCE_URL: 'https://a.example/shop' }),
  ],
  ['run --target .env.staging', run({ TARGET_NAME: 'staging' })],
  ['run --seed=2147483647', run({ CONFORMANCE_SEED: '2147483647' })],
  ['run --profile smoke', run({ CONFORMANCE_PROFILE: 'smoke' })],
  ['run --resume', { run: { environment: {}, playwrightArguments: [], resumes: true } }],
  ['run --path 12:0:1 -g a', run({ CONFORMANCE_PATH: '12:0:1' }, '--grep=a')],
  ['run --path 2@12:0x60:1 -g a', run({ CONFORMANCE_PATH: '2@12:0x60:1' }, '--grep=a')],
  ['run --commands-path=AB:C/+= --grep=a=b', run({ CONFORMANCE_COMMANDS_PATH: 'AB:C/+=' }, '--grep=a=b')],
  ['run --shard 2/4 specs', run({}, '--shard=2/4', 'specs')],
  ['run --reporter=dot,list', run({}, `--reporter=dot,list,${moduleFile('src/report/run/reporter')}`)],
  [
    'run specs --seed 7 --workers=2 --strict --target eu -x',
    run(
      { TARGET_NAME: 'eu', CONFORMANCE_SEED: '7', CONFORMANCE_STRICT: '1' },
      ...['--workers=2', '-x', 'specs'],
    ),
  ],
  ['run -- --repeat-each 2', run({}, '--repeat-each', '2')],
  ['plan', { plan: { profile: 'standard', shards: 1 } }],
  [
    'plan --target staging --profile=release --shards 4',
    { plan: { target: 'staging', profile: 'release', shards: 4 } },
  ],
  ['plan -g @BAT-10', { plan: { profile: 'standard', shards: 1, grep: '@BAT-10' } }],
  ['learn --target eu --check', { learn: { target: 'eu', check: true } }],
  ['contract --target=eu', { contract: { target: 'eu' } }],
  ['requirements', { requirements: {} }],
  ['requirements --grep @8.1 --json', { requirements: { grep: '@8.1', json: true } }],
  ['cleanup', { cleanup: {} }],
  ['cleanup --url http://127.0.0.1:1', { cleanup: { url: 'http://127.0.0.1:1' } }],
  ['learn --target eu --url https://a.example', { learn: { target: 'eu', url: 'https://a.example' } }],
  ['report', { report: { open: true } }],
  ['report --no-open a.json --output b.html', { report: { file: 'a.json', output: 'b.html', open: false } }],
  [
    'run --target a --against=b',
    { run: { environment: { TARGET_NAME: 'a' }, playwrightArguments: [], against: 'b' } },
  ],
  ['compare a.json b.json', { compare: { a: 'a.json', b: 'b.json' } }],
  ['compare a b --json --output c.md', { compare: { a: 'a', b: 'b', json: true, output: 'c.md' } }],
  ['merge a b', { merge: { folders: ['a', 'b'] } }],
  [
    'sandbox --port 80 --fault A --help -x',
    { sandbox: { flags: ['--port', '80', '--fault', 'A', '--help', '-x'] } },
  ],
  ['help sandbox', { sandbox: { flags: ['--help'] } }],
];

for (const [line, asked] of understood)
  test(`the command line accepts ${line}`, async () => expect(await answerTo(line)).toEqual(asked));

/** Command lines that are refused, and the error message for each. */
const refused: readonly (readonly [line: string, says: RegExp])[] = [
  ['run --target', /option '--target <name>' argument missing/],
  ['run --target ../a', /'..\/a' is invalid. It must be the name of a target/],
  ['run --target .env', /'.env' is invalid. Leave it out: without a target, .env is read/],
  ['run --seed -1', /'-1' is invalid. It must be a whole number or new, at most 2147483647/],
  ['run --seed 2147483648', /'2147483648' is invalid/],
  ['run --shard 5/4', /'5\/4' is invalid. It must be a part and the number of parts, such as 2\/4/],
  ['run --profile quick', /Allowed choices are smoke, standard, release/],
  ['run --path 1: --grep a', /'1:' is invalid/],
  ['run --path 1:0x99999 --grep a', /'1:0x99999' is invalid/],
  ['run --path 1:0', /replay one test: name it with --grep/],
  ['run --commands-path A --grep-invert a', /replay one test: name it with --grep/],
  ['run --taget staging', /unknown option '--taget'\s+\(Did you mean --target\?\)/],
  ['run --sed=1', /unknown option '--sed=1'|Did you mean --seed\?/],
  ['run --url staging.example.com', /must be the address of a service, such as https:/],
  ['plan --url ftp://a.example', /must be the address of a service, such as https:/],
  ['plan --url ftp://me:hunter2@a.example', /argument 'ftp:\/\/a.example' is invalid/],
  ['run --against a --resume', /'--against <name>' cannot be used with option '--resume'/],
  ['run --against a --shard 1/2', /'--against <name>' cannot be used with option '--shard/],
  ['run --against a/b', /'a\/b' is invalid. It must be the name of a target/],
  ['compare a', /missing required argument 'b'/],
  ['plan --strict', /unknown option '--strict'/],
  ['plan --shards 0', /'0' is invalid. It must be a whole number from 1 to 99/],
  ['learn', /required option '--target <name>' not specified/],
  ['contract b', /too many arguments/],
  ['report --output b.html', /--output needs the FILE whose page is built/],
  ['report a.json b.json', /too many arguments/],
  ['merge', /missing required argument 'folders'/],
  ['lern', /unknown command 'lern'\s+\(Did you mean learn\?\)/],
  ['help lern', /unknown command 'lern'\s+\(Did you mean learn\?\)/],
];

for (const [line, says] of refused)
  test(`the command line refuses ${line}`, async () =>
    expect(await answerTo(line)).toEqual({ problem: expect.stringMatching(says) }));

test('--seed new picks a different seed each time', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => answerTo('run --seed new')));
  const seeds = answers.map((answer) => JSON.stringify(answer));
  expect(new Set(seeds).size).toBeGreaterThan(15);
  for (const seed of seeds) expect(seed).toMatch(/"CONFORMANCE_SEED":"[1-9]\d*"/);
});

test('the help lists every command and its purpose', () => {
  const help = programOf(recording({})).helpInformation();
  for (const name of [
    'run',
    'plan',
    'learn',
    'contract',
    'requirements',
    'cleanup',
    'report',
    'merge',
    'compare',
    'sandbox',
  ])
    expect(help).toMatch(new RegExp(`^  ${name} .*\\w`, 'm'));
});

test('the help of a run lists every option with one line, below a heading, and examples', () => {
  const made = programOf(recording({})).commands.find((each) => each.name() === 'run');
  let help = '';
  made?.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  made?.outputHelp();
  for (const heading of [
    'The service',
    'What to test',
    'To repeat a run',
    'Options of Playwright',
    'Examples',
  ])
    expect(help).toMatch(new RegExp(`^${heading}.*:$`, 'm'));
  for (const option of made?.options ?? []) {
    expect(help).toContain(option.flags);
    expect(option.description).toMatch(/^\w.{5,}[^.]$/);
  }
  expect(help).toContain('npm run conformance -- --grep @BAT-10');
});

test('help and help run show what --help and run --help show', async () => {
  for (const [line, same] of [
    ['help', '--help'],
    ['help --help', '--help'],
    ['help run', 'run --help'],
  ] as const) {
    const shown = await answerTo(line);
    expect(shown).toEqual(await answerTo(same));
    expect(shown).toEqual({ problem: expect.stringContaining('Usage: ') });
  }
});

test('the versions are those of the contract and of the packages', () => {
  expect(versions()).toMatch(/^seller-api-conformance \d+\.\d+\.\d+ \(.*\)$/);
  expect(versions()).toContain(`contract ${contractVersion}, Playwright 1.`);
});

/** The outcome of a command line: the command with its options, or its help, or the sentence that refuses it. */
async function answerTo(line: string): Promise<Record<string, unknown>> {
  const asked: Record<string, unknown> = {};
  const program = programOf(recording(asked));
  let problem = '';
  const add = (text: string) => {
    problem += text;
  };
  for (const each of [program, ...program.commands])
    each.exitOverride().configureOutput({ writeErr: add, writeOut: add });
  const exitCode = process.exitCode;
  try {
    await program.parseAsync(line.split(' '), { from: 'user' });
    return asked;
  } catch {
    return { problem };
  } finally {
    process.exitCode = exitCode;
  }
}

function recording(asked: Record<string, unknown>): Commands {
  const record = (name: keyof Commands) => async (options: unknown) => {
    asked[name] = options;
    return 0;
  };
  const [run, plan, learn, contract] = [record('run'), record('plan'), record('learn'), record('contract')];
  const [cleanup, report, merge] = [record('cleanup'), record('report'), record('merge')];
  const [compare, sandbox, requirements] = [record('compare'), record('sandbox'), record('requirements')];
  return { requirements, run, plan, learn, contract, cleanup, report, merge, compare, sandbox };
}
