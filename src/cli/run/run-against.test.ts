import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exampleComparable } from '#testing/example-runs';
import { expect, test } from '#testing/unit-test';
import { runAgainst } from './run-against.js';

/**
 * Stands for the program: it notes how it was called, leaves the report that is meant for its target, and ends with the
 * exit code in it. Without a report it waits for a signal, and then ends as an interrupted run.
 */
const program = `
  import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
  process.on('SIGINT', () => process.exit(3));
  const { CONFORMANCE_REPORTS: folder, CONFORMANCE_SEED: seed, TARGET_NAME: name, PREPARED: prepared } = process.env;
  const report = prepared + '/' + name + '.json';
  mkdirSync(folder, { recursive: true });
  writeFileSync(folder + '/called.json', JSON.stringify({ args: process.argv.slice(2), seed, name }));
  if (existsSync(report)) {
    copyFileSync(report, folder + '/conformance.json');
    process.exit(JSON.parse(readFileSync(report, 'utf8')).exitCode);
  }
  setInterval(() => {}, 1000);
`;

/**
 * Two runs against targets with these responses and exit codes; a target that is missing here never ends.
 * @param files in the folder of the command, in addition to the settings file of the second target; `-` for none
 */
function twoRuns(
  reports: Readonly<Record<string, { readonly exitCode: number; readonly status?: number }>>,
  files: Readonly<Record<string, string>> = {},
  variables: Readonly<Record<string, string>> = {},
) {
  const folder = test.info().outputPath('reports');
  const prepared = test.info().outputPath();
  for (const [name, { exitCode, status = 200 }] of Object.entries(reports)) {
    const report = exampleComparable(
      { answers: { one: [`listBrands valid ${status}: body list`] } },
      { exitCode },
    );
    writeFileSync(join(prepared, `${name}.json`), JSON.stringify(report));
  }
  for (const [name, text] of Object.entries({ '.env.b': 'TARGET_URL=http://127.0.0.1:1', ...files })) {
    mkdirSync(dirname(join(prepared, name)), { recursive: true });
    if (text !== '-') writeFileSync(join(prepared, name), text);
  }
  const file = test.info().outputPath('program.mjs');
  writeFileSync(file, program);
  const printed: string[] = [];
  const complaints: string[] = [];
  const [, self] = process.argv;
  process.argv[1] = file;
  const ended = runAgainst(
    {
      against: 'b',
      environment: { TARGET_NAME: 'a' },
      playwrightArguments: ['--output=out', 'specs'],
    },
    {
      workingFolder: prepared,
      environment: { PATH: process.env.PATH, CONFORMANCE_REPORTS: folder, PREPARED: prepared, ...variables },
      print: (line) => printed.push(line),
      complain: (sentence) => complaints.push(sentence),
    },
  );
  const exitCode = ended.finally(() => {
    process.argv[1] = self ?? '';
  });
  const called = (of: string) => JSON.parse(readFileSync(join(of, 'called.json'), 'utf8'));
  return { exitCode, printed, complaints, folder, against: join(folder, 'against'), called };
}

test('both runs have the same seed, a folder and artifacts of their own, and each its own target', async () => {
  const { exitCode, folder, against, called } = twoRuns({ a: { exitCode: 0 }, b: { exitCode: 0 } });
  expect(await exitCode).toBe(0);
  const { seed } = called(folder);
  expect(Number(seed)).toBeGreaterThan(0);
  expect(called(folder)).toEqual({ args: ['run', '--', '--output=out', 'specs'], seed, name: 'a' });
  expect(called(against)).toEqual({ args: ['run', '--', '--output=out/against', 'specs'], seed, name: 'b' });
});

/** How two runs ended, the statuses that B answers, and the exit code of the whole. */
const endings: readonly (readonly [a: number, b: number, status: number, exitCode: number])[] = [
  [0, 0, 200, 0],
  [0, 0, 206, 1],
  [3, 0, 200, 3],
  [3, 1, 200, 1],
  [0, 3, 206, 1],
];

for (const [a, b, status, exitCode] of endings)
  test(`runs that end with ${a} and ${b} and ${status === 200 ? 'are equal' : 'differ'} end with ${exitCode}`, async () => {
    const ended = twoRuns({ a: { exitCode: a }, b: { exitCode: b, status } });
    expect(await ended.exitCode).toBe(exitCode);
    expect(ended.printed.at(-1)).toMatch(
      status === 200 ? /no difference/ : /\nResult {4}1 difference \(exit 1\)$/,
    );
  });

/** Mistakes of the second target, by the sentence that refuses it. */
const refused: readonly (readonly [
  says: RegExp,
  files: Readonly<Record<string, string>>,
  variables?: Readonly<Record<string, string>>,
])[] = [
  [/^--against b: TARGET_URL is not set: /, { '.env.b': '' }],
  [/^--against b needs a file \.env\.b in /, { '.env.b': '-' }],
  [/targets.b\.yaml, line 1, column 11: /, { 'targets/b.yaml': 'contract: 7' }],
  [/^CONFORMANCE_SEED must be /, {}, { CONFORMANCE_SEED: 'x' }],
];
for (const [says, files, variables] of refused)
  test(`a second target with a mistake is refused before the first run: ${says.source}`, async () => {
    const { exitCode, complaints, printed } = twoRuns({ a: { exitCode: 0 } }, files, variables);
    expect(await exitCode).toBe(2);
    expect(complaints).toEqual([expect.stringMatching(says)]);
    expect(printed).toEqual([]);
  });

test('after a run that says nothing about its target, there is no second one', async () => {
  const { exitCode, against, printed } = twoRuns({ a: { exitCode: 2 }, b: { exitCode: 0 } });
  expect(await exitCode).toBe(2);
  expect(existsSync(against)).toBe(false);
  expect(printed).toHaveLength(1);
});

test('an interruption ends the first run with its own exit code, and everything else', async () => {
  const { exitCode, folder, against, printed } = twoRuns({ b: { exitCode: 0 } });
  await expect.poll(() => existsSync(join(folder, 'called.json'))).toBe(true);
  process.emit('SIGINT', 'SIGINT');
  expect(await exitCode).toBe(3);
  expect(existsSync(against)).toBe(false);
  expect(printed).toHaveLength(1);
});
