import { writeFileSync } from 'node:fs';
import { examplePassed } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { compareCommand } from './compare-command.js';

/** Compares two files in the folder of the test, and returns the exit code and everything that was printed. */
function compare(second: object, json?: true) {
  const [a = '', b = ''] = [examplePassed(), second].map((content, index) => {
    const path = test.info().outputPath(`${index}.json`);
    writeFileSync(path, JSON.stringify(content));
    return path;
  });
  const printed: string[] = [];
  const complaints: string[] = [];
  const exitCode = compareCommand(
    { a, b, ...(json && { json }) },
    { print: (line) => printed.push(line), complain: (sentence) => complaints.push(sentence) },
  );
  return { exitCode, printed: printed.join('\n'), complaints };
}

test('comparing equal runs ends with 0, in words or as JSON', () => {
  const { exitCode, printed } = compare(examplePassed());
  expect(exitCode).toBe(0);
  expect(printed).toMatch(/\nResult {4}no difference \(exit 0\)$/);
  expect(JSON.parse(compare(examplePassed(), true).printed)).toMatchObject({ exitCode: 0, requirements: [] });
});

test('runs that cannot be compared or read end with 2 and one sentence', () => {
  expect([compare(examplePassed({ seed: 1 })), compare({ nothing: true })]).toMatchObject(
    [
      { exitCode: 2, complaints: [/they have seed 42 and 1; run one of them again with --seed 42\.$/] },
      { exitCode: 2, complaints: [/1\.json is not the report of a run/] },
    ].map(({ exitCode, complaints }) => ({
      exitCode,
      complaints: complaints.map((each) => expect.stringMatching(each)),
    })),
  );
});
