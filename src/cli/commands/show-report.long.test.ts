import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { exampleEvidence } from '#testing/example-finding';
import { exampleBegun, exampleEnded, exampleJournal, exampleReport } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { programArguments } from '../../contract/documents/folders.js';
import { Output } from '../../report/terminal/terminal.js';
import { type Surroundings, showReport } from './show-report.js';

const before = process.cwd();

test.beforeEach(() => {
  mkdirSync(at(''), { recursive: true });
  process.chdir(at(''));
});

test.afterEach(() => process.chdir(before));

test('without arguments, the page of the last run is opened', async () => {
  plant('reports/latest/index.html', '<!doctype html>');
  expect(await shown({})).toEqual({
    code: 0,
    printed: ['reports/latest/index.html'],
    complaints: [],
    opened: [at('reports/latest/index.html')],
  });
});

test('without a run there is nothing to open, and the message says how to get a report', async () => {
  expect(await shown({})).toEqual({
    code: 2,
    printed: [],
    complaints: ['There is no report reports/latest/index.html yet: npm run conformance makes one.'],
    opened: [],
  });
  const { complaints } = await shown({ output: 'page.html' });
  expect(complaints).toEqual([expect.stringMatching(/^--output needs a run, whose page is built: name /)]);
});

for (const [why, asked, change] of [
  ['--no-open is given', { open: false }, {}],
  ['the output is not a terminal', {}, { isTerminal: false }],
  ['it is a CI job', {}, { environment: { CI: 'true' } }],
] as const)
  test(`if ${why}, the path is printed and nothing is opened`, async () => {
    plant('reports/latest/index.html', '<!doctype html>');
    const { printed, opened } = await shown(asked, change);
    expect(printed).toEqual(['reports/latest/index.html']);
    expect(opened).toEqual([]);
  });

test('if no browser can be started, the path is still printed', async () => {
  plant('reports/latest/index.html', '<!doctype html>');
  const open = () => Promise.reject(new Error('spawn xdg-open ENOENT'));
  expect(await shown({}, { open })).toMatchObject({
    code: 0,
    printed: ['reports/latest/index.html'],
    complaints: ['No browser could be started (spawn xdg-open ENOENT): open the page yourself.'],
  });
});

test('the page of a kept run is built next to it, and opened', async () => {
  const file = plant('history/run.json', JSON.stringify(exampleReport()));
  const page = at('history/run.html');
  expect(await shown({ run: file })).toEqual({ code: 0, printed: [page], complaints: [], opened: [page] });
  expect(readFileSync(page, 'utf8')).toMatch(/^<!doctype html>/i);
});

const verified = exampleEvidence({ verified: { 'LIM-04': { listBrands: 1 } }, covers: ['LIM-04'] });
for (const [what, half] of [
  ['was killed', ''],
  ['had no room for its last line', '{"ended":{"test":{"id":"tw'],
] as const)
  test(`the evidence of a run that ${what} becomes its report, with the exit code of an incomplete run`, async () => {
    const evidence = exampleJournal({}, { ended: exampleEnded('one', { evidence: verified }), after: 5 });
    plant('run/evidence.jsonl', evidence + half);
    const page = at('run/index.html');
    const first = await shown({ run: at('run') });
    expect(first).toMatchObject({ code: 3, complaints: [], opened: [page] });
    expect(first.printed.join('\n')).toContain('incomplete (exit 3): The run ended after 1 of its 3 tests; ');
    expect(JSON.parse(readFileSync(at('run/conformance.json'), 'utf8'))).toMatchObject({ endedEarly: true });
    expect(await shown({ run: at('run') })).toMatchObject({ code: 0, printed: [page] });
  });

test('where the report of a run cannot be written, its verdict says so, and nothing else', async () => {
  // A path that has room for the name of the evidence, but not for that of the report.
  const run = '/'.padStart(4070 - at('').length, `/${'d'.repeat(200)}`);
  plant(`.${run}evidence.jsonl`, exampleJournal({}));
  const { code, printed, complaints } = await shown({ run: at(`.${run}`) });
  expect([code, complaints]).toEqual([2, []]);
  expect(printed).toEqual([
    expect.stringMatching(/^Verdict {3}nothing can be said \(exit 2\): .*is not saved/),
  ]);
});

test('a folder without evidence, and evidence under another file of the target, are refused in one sentence', async () => {
  mkdirSync(at('run'), { recursive: true });
  const complaintAt = async () => {
    const { code, complaints } = await shown({ run: at('run') });
    return [code, ...complaints];
  };
  expect(await complaintAt()).toEqual([2, expect.stringContaining(' is not the folder of a run')]);
  const file = {
    path: 'targets/staging.yaml',
    digest: '5d41',
    steps: 0,
    confirmed: [],
    open: {},
  };
  plant('run/evidence.jsonl', exampleJournal({ target: { ...exampleBegun().target, file } }));
  expect(await complaintAt()).toEqual([
    2,
    `The run in ${at('run')} had targets/staging.yaml (digest 5d41): restore it to report that run.`,
  ]);
});

test('--output says where the page is built', async () => {
  const file = plant('run.json', JSON.stringify(exampleReport()));
  const page = at('page.html');
  expect(await shown({ run: file, output: page })).toMatchObject({ code: 0, printed: [page] });
  expect(existsSync(page)).toBe(true);
  expect(existsSync(at('run.html'))).toBe(false);
});

test('a file that is not a report is refused in one sentence, and no page is built', async () => {
  const { code, printed, complaints } = await shown({ run: plant('none.json', '{}') });
  expect({ code, printed }).toEqual({ code: 2, printed: [] });
  expect(complaints).toEqual([expect.stringMatching(/none\.json is not the report of a run: /)]);
  expect(existsSync(at('none.html'))).toBe(false);
});

test('only a page that this command wrote is replaced', async () => {
  const file = plant('run.json', JSON.stringify(exampleReport()));
  const page = plant('run.html', '<!doctype html>\n<title>Mine</title>');
  const refusal = `${page} exists, and this command didn't write it: name a different file with --output.`;
  for (const asked of [{ run: file }, { run: file, output: page }])
    expect(await shown(asked)).toEqual({ code: 2, printed: [], complaints: [refusal], opened: [] });
  expect(readFileSync(page, 'utf8')).toContain('Mine');
  const own = at('page.html');
  for (const _ of ['first', 'again']) expect((await shown({ run: file, output: own })).code).toBe(0);
});

test('a page that cannot be written, or would replace the run, is refused', async () => {
  const file = plant('run.json', JSON.stringify(exampleReport()));
  mkdirSync(at('folder.html'));
  expect((await shown({ run: file, output: at('folder.html') })).complaints).toEqual([
    `${at('folder.html')} can't be written (EISDIR): name a different file with --output.`,
  ]);
  expect((await shown({ run: file, output: `${at('')}/./run.json` })).complaints).toEqual([
    `--output names ${file}, which is also the input: name a different file for the page.`,
  ]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(exampleReport());
});

test('the command ends with 2 and one sentence if there is no report', () => {
  const run = spawnSync(process.execPath, [...programArguments('src/cli/main'), 'report', '--no-open'], {
    cwd: at(''),
    encoding: 'utf8',
  });
  const stderr = expect.stringMatching(/^There is no report [^\n]+\n$/);
  expect(run).toMatchObject({ status: 2, stdout: '', stderr });
});

function at(name: string): string {
  return test.info().outputPath(name);
}

function plant(name: string, text: string): string {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
  return at(name);
}

/** The outcome of the command; a person watches it unless a test says otherwise. */
async function shown(asked: Partial<Parameters<typeof showReport>[0]>, change: Partial<Surroundings> = {}) {
  const [printed, complaints, opened]: [string[], string[], string[]] = [[], [], []];
  const code = await showReport(
    { open: true, ...asked },
    {
      isTerminal: true,
      output: new Output({ write: (text) => printed.push(text) }, {}),
      print: (line) => printed.push(line),
      complain: (sentence) => complaints.push(sentence),
      open: async (path) => opened.push(path),
      ...change,
      environment: { ...change.environment },
    },
  ).catch((error: Error) => {
    complaints.push(error.message);
    return 2;
  });
  return { code, printed, complaints, opened };
}
