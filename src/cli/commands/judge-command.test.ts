import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExampleCall, exampleHar } from '#testing/example-har';
import { expect, test } from '#testing/unit-test';
import { Output } from '../../report/terminal/terminal.js';
import { judgeCommand } from './judge-command.js';

/** Judges files with these contents, and returns the exit code, what was printed, and the report. */
async function judge(...contents: readonly string[]) {
  const folder = test.info().outputPath('report');
  const files = contents.map((content, index) => {
    const file = test.info().outputPath(`${index}.har`);
    writeFileSync(file, content);
    return file;
  });
  let printed = '';
  const output = new Output({ write: (text: string) => (printed += text) }, {});
  const complain = (sentence: string) => (printed += sentence);
  const exitCode = await judgeCommand(
    { files: files.length === 0 ? ['missing.har'] : files, output: folder },
    { environment: {}, output, complain },
  );
  const report = () => JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8'));
  const page = () => readFileSync(join(folder, 'index.html'), 'utf8');
  return { exitCode, printed, report, page };
}

const har = (...calls: readonly ExampleCall[]) => JSON.stringify(exampleHar(calls));
const wrong = { path: '/api/v1/countries', status: 404, answer: { message: 'no' } };

test('traffic without a violation is partial: nothing that it does not show is claimed', async () => {
  const { exitCode, printed, report, page } = await judge(har({}, {}, wrong));
  expect(exitCode).toBe(0);
  expect(printed).toMatch(/^Verdict {3}partial \(exit 0\): /m);
  expect(printed).toMatch(/^Source {4}recorded traffic, 2 exchanges, 2026-11-26 14:02 to 14:02 UTC$/m);
  expect(printed).toContain(
    'GET /api/v1/countries: path: /api/v1/countries, but expected /api/v1/countries/',
  );
  const { requirements, recorded } = report();
  const verdicts = new Set(requirements.map(({ verdict }: { verdict: string }) => verdict));
  expect([...verdicts].sort()).toEqual(['partial', 'untested', 'unverified']);
  expect(recorded).toMatchObject({
    exchanges: 2,
    client: [{ at: 'path', place: { file: '0.har', entry: 2 } }],
  });
  expect(page()).toContain('What the client did that the contract does not allow');
});

test('a violation ends with 1, and is repeated by judging the same file', async () => {
  const { exitCode, printed } = await judge(
    har({ status: 500, answer: { message: 'at read (file:///srv/a.js:3:1)' } }),
  );
  expect(exitCode).toBe(1);
  expect(printed).toMatch(/ERR-08[\s\S]*npm run judge -- \S+0\.har/);
});

test('a file that is no HAR, or is cut off, costs nothing of the others', async () => {
  const whole = har({}, {}, {});
  const { exitCode, printed } = await judge(
    'no JSON',
    whole.slice(0, whole.lastIndexOf('startedDateTime')),
    whole,
  );
  expect(exitCode).toBe(0);
  expect(printed).toMatch(/0\.har is not a HAR file with entries: its log\.entries is missing or empty\./);
  expect(printed).toMatch(/1\.har is cut off: the 2 entries before that were judged\./);
  expect(printed).toContain('3 exchanges in 2 files');
});

test('files that show nothing end with 2', async () => {
  await expect(judge()).rejects.toThrow('missing.har is not a file');
  const { exitCode, printed } = await judge(har({ url: 'https://cdn.example.com/logo.png' }));
  expect(exitCode).toBe(2);
  expect(printed).toMatch(
    /No exchange with the API was found: \S+0\.har: 1 of 1 entries did not call the API\./,
  );
});
