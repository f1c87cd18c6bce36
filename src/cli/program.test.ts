import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { expectGolden } from '#testing/golden';
import { expect, test } from '#testing/unit-test';
import { contractVersion } from '../contract/documents/document.js';
import { type Commands, programOf } from './program.js';
import { versions } from './versions.js';

const { understood, refused }: Readonly<Record<'understood' | 'refused', readonly string[]>> = parse(
  readFileSync(new URL('command-lines.yaml', import.meta.url), 'utf8'),
);

const names = [
  ...(['run', 'plan', 'learn', 'requirements', 'cleanup'] as const),
  ...(['report', 'merge', 'judge', 'compare', 'sandbox'] as const),
];

const responses = async (lines: readonly string[]) =>
  Object.fromEntries(await Promise.all(lines.map(async (line) => [line, await responseTo(line)])));

test('each command line is a command with its options, or is refused in a sentence', async () => {
  expectGolden('understood.txt', await responses(understood));
  expectGolden('refused.txt', await responses(refused));
});

test('reporters of Playwright, of a file and of a package are accepted', async () => {
  for (const names of ['dot,list', 'src/cli/versions.ts,@playwright/test']) {
    const { run } = await responseTo(`run --reporter=${names}`);
    expect(run).toMatchObject({ playwrightArguments: [`--reporter=${names}`] });
  }
});

test('--seed new picks a different seed each time', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => responseTo('run --seed new')));
  const seeds = responses.map((response) => JSON.stringify(response));
  expect(new Set(seeds).size).toBeGreaterThan(15);
  for (const seed of seeds) expect(seed).toMatch(/"CONFORMANCE_SEED":"[1-9]\d*"/);
});

test('the help lists every command and its purpose', () => {
  const help = programOf(recording({})).helpInformation();
  for (const name of names) expect(help).toMatch(new RegExp(`^  ${name} .*\\w`, 'm'));
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
    const shown = await responseTo(line);
    expect(shown).toEqual(await responseTo(same));
    expect(shown).toEqual({ problem: expect.stringContaining('Usage: ') });
  }
});

test('the versions are those of the contract and of the packages', () => {
  expect(versions()).toMatch(/^seller-api-conformance \d+\.\d+\.\d+ \(.*\)$/);
  expect(versions()).toContain(`contract ${contractVersion}, Playwright 1.`);
});

/** The outcome of a command line: the command with its options, or its help, or the sentence that refuses it. */
async function responseTo(line: string): Promise<Record<string, unknown>> {
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
  return Object.fromEntries(names.map((name) => [name, record(name)])) as unknown as Commands;
}
