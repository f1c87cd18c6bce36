import { expect, test } from '#unit-test';
import { parseConformanceArguments } from './conformance-arguments.js';

const ours = './src/report/reporter.ts';

/** Arguments, the environment that they set, and the arguments that are passed on. */
const taken: readonly (readonly [
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  handedOn: readonly string[],
])[] = [
  [[], {}, []],
  [['--strict'], { CONFORMANCE_STRICT: '1' }, []],
  [['--target', 'staging'], { TARGET_NAME: 'staging' }, []],
  [['--target=staging'], { TARGET_NAME: 'staging' }, []],
  [['--seed', '42'], { CONFORMANCE_SEED: '42' }, []],
  [['--seed=2147483647'], { CONFORMANCE_SEED: '2147483647' }, []],
  [['--profile', 'smoke'], { CONFORMANCE_PROFILE: 'smoke' }, []],
  [['--path', '12:0:1', '--grep', 'a'], { CONFORMANCE_PATH: '12:0:1' }, ['--grep', 'a']],
  [['--grep=a', '--path', '12'], { CONFORMANCE_PATH: '12' }, ['--grep=a']],
  [['-ga', '--commands-path=AB:C/+='], { CONFORMANCE_COMMANDS_PATH: 'AB:C/+=' }, ['-ga']],
  [['--shard', '2/4'], { CONFORMANCE_SHARD: '2/4' }, ['--shard=2/4']],
  [['--shard=1/1', 'specs'], { CONFORMANCE_SHARD: '1/1' }, ['--shard=1/1', 'specs']],
  [['--reporter', 'dot'], {}, [`--reporter=dot,${ours}`]],
  [['--reporter=dot,list'], {}, [`--reporter=dot,list,${ours}`]],
  [['--reporter'], {}, [`--reporter=${ours}`]],
  [['--grep', '@BAT-10', 'specs/batches'], {}, ['--grep', '@BAT-10', 'specs/batches']],
  [['--grep=a=b', '-g', 'c=d'], {}, ['--grep=a=b', '-g', 'c=d']],
  [
    ['specs', '--seed', '7', '--workers=2', '--strict', '--target', 'eu', '-x'],
    { CONFORMANCE_SEED: '7', CONFORMANCE_STRICT: '1', TARGET_NAME: 'eu' },
    ['specs', '--workers=2', '-x'],
  ],
];

for (const [args, environment, playwrightArguments] of taken) {
  test(`takes ${args.join(' ') || 'nothing'}`, () => {
    expect(parseConformanceArguments(args)).toEqual({ environment, playwrightArguments });
  });
}

test('takes --resume, which has no value', () => {
  expect(parseConformanceArguments(['--resume', 'specs'])).toEqual({
    environment: {},
    playwrightArguments: ['specs'],
    resumes: true,
  });
  expect(parseConformanceArguments(['--resume=yes'])).toEqual({
    problem: '--resume takes no value: it continues the last run, in the folder of its reports.',
  });
});

const needsTarget = '--target needs a value: --target staging reads .env.staging.';
const needsSeed = '--seed needs a value: --seed 42 repeats the run of seed 42.';
const noSeed = (value: string) =>
  `--seed must be a whole number up to 2147483647, or new, but is "${value}".`;

/** Refused arguments, and the sentence. */
const refused: readonly (readonly [args: readonly string[], problem: string])[] = [
  [['--target'], needsTarget],
  [['--target', '--strict'], needsTarget],
  [['--seed'], needsSeed],
  [['--seed', '-1'], needsSeed],
  [['--seed', '1.5'], noSeed('1.5')],
  [['--seed='], noSeed('')],
  [['--seed', '12345678901'], noSeed('12345678901')],
  [['--seed', '2147483648'], noSeed('2147483648')],
  [['--seed', '9999999999'], noSeed('9999999999')],
  [['--seed', 'today'], noSeed('today')],
  [['--shard'], '--shard needs a value: --shard 2/4 runs the second of four parts.'],
  [['--shard', '5/4'], '--shard must be a part and the number of parts, as in 2/4, but is "5/4".'],
  [['--profile', 'quick'], '--profile must be one of smoke, standard, release, but is "quick".'],
  [['--path', '1:'], '--path must be numbers with colons between them, as in a finding, but is "1:".'],
  [['--path', '1:0'], '--path belongs to one test: name it with --grep, as the finding does.'],
  [
    ['--grep-invert', 'a', '--path', '1'],
    '--path belongs to one test: name it with --grep, as the finding does.',
  ],
  [
    ['--commands-path', 'A'],
    '--commands-path belongs to one test: name it with --grep, as the finding does.',
  ],
];

for (const [args, problem] of refused) {
  test(`refuses ${args.join(' ')}`, () => {
    expect(parseConformanceArguments(args)).toEqual({ problem });
  });
}

test('a new seed is another one each time', () => {
  const seeds = Array.from({ length: 20 }, () => {
    const parsed = parseConformanceArguments(['--seed', 'new']);
    return 'environment' in parsed ? parsed.environment.CONFORMANCE_SEED : undefined;
  });
  expect(new Set(seeds).size).toBeGreaterThan(15);
  for (const seed of seeds) expect(seed).toMatch(/^[1-9]\d*$/);
});
