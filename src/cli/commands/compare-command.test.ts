import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleComparable } from '#testing/example-runs';
import { expect, test } from '#testing/unit-test';
import { compareCommand } from './compare-command.js';

const brands = 'listBrands valid 200: body list';
const [same, other] = [{ one: [brands] }, { one: ['listBrands valid 206: body list'] }];

/** Compares two files in the folder of the test, and returns the exit code and everything that was printed. */
function compare(options: { readonly json?: true; readonly output?: string } = {}, second: object = same) {
  const folder = test.info().outputPath('runs');
  const file = (name: string, content: object) => {
    const path = test.info().outputPath(name);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  const a = file('a.json', exampleComparable({ answers: same }));
  const isRun = Object.hasOwn(second, 'one');
  const b = file('b.json', isRun ? exampleComparable({ answers: second as typeof same }) : second);
  const printed: string[] = [];
  const complaints: string[] = [];
  const { output, ...others } = options;
  const path = output === 'a.json' ? a : output === undefined ? undefined : join(folder, output);
  const exitCode = compareCommand(
    { a, b, ...others, ...(path === undefined ? {} : { output: path }) },
    { print: (line) => printed.push(line), complain: (sentence) => complaints.push(sentence) },
  );
  return { exitCode, printed: printed.join('\n'), complaints, path: path ?? '' };
}

test('comparing equal runs ends with 0, and different ones with 1', () => {
  expect(compare()).toMatchObject({ exitCode: 0, complaints: [] });
  expect(compare().printed).toMatch(/\nResult {4}no difference \(exit 0\)$/);
  const { exitCode, printed } = compare({}, other);
  expect(exitCode).toBe(1);
  expect(printed).toContain(
    '1. listBrands: different responses\n   status    listBrands: 200 in A, 206 in B',
  );
});

test('a comparison can be printed as JSON and written as Markdown', () => {
  const { exitCode, printed, path } = compare({ json: true, output: 'new/comparison.md' }, other);
  expect(exitCode).toBe(1);
  expect(JSON.parse(printed)).toMatchObject({
    exitCode: 1,
    seed: 42,
    differences: [
      { operations: ['listBrands'], statuses: [{ a: [200], b: [206], tests: ['a.spec.ts › one'] }] },
    ],
  });
  expect(readFileSync(path, 'utf8')).toMatch(/^## Comparison of two runs\n\n\*\*1 difference \(exit 1\)\*\*/);
});

test('runs that cannot be compared, and files that cannot be read or written, end with 2 and one sentence', () => {
  const refused = [
    compare({}, exampleComparable({ answers: same }, { seed: 1 })),
    compare({}, { nothing: true }),
    compare({ output: 'a.json' }),
  ];
  expect(refused.map(({ exitCode }) => exitCode)).toEqual([2, 2, 2]);
  expect(refused.map(({ complaints }) => complaints)).toEqual([
    [expect.stringMatching(/they have seed 42 and 1; run one of them again with --seed 42\.$/)],
    [expect.stringMatching(/b\.json is not the report of a run/)],
    [expect.stringMatching(/^--output names .*a\.json, which is also the input: name a different file\.$/)],
  ]);
  expect(existsSync(refused[2]?.path ?? '') && readFileSync(refused[2]?.path ?? '', 'utf8')).toContain(
    '"seed":42',
  );
});

test('only a comparison that this command wrote is replaced', () => {
  for (const _ of ['first', 'again']) expect(compare({ output: 'comparison.md' }).exitCode).toBe(0);
  const { path } = compare({ output: 'comparison.md' });
  writeFileSync(path, '# Mine');
  expect(compare({ output: 'comparison.md' })).toMatchObject({
    exitCode: 2,
    printed: '',
    complaints: [`${path} exists, and this command didn't write it: name a different file with --output.`],
  });
  expect(readFileSync(path, 'utf8')).toBe('# Mine');
});
