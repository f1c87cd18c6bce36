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
  const exitCode = compareCommand({ a, b, json }, { print: (line) => printed.push(line) });
  return { exitCode, printed: printed.join('\n') };
}

test('comparing equal runs ends with 0, in words or as JSON', () => {
  const { exitCode, printed } = compare(examplePassed());
  expect(exitCode).toBe(0);
  expect(printed).toMatch(/\nResult {4}no difference \(exit 0\)$/);
  expect(JSON.parse(compare(examplePassed(), true).printed)).toMatchObject({ exitCode: 0, requirements: [] });
});

test('runs that cannot be compared or read are refused in one sentence', () => {
  for (const [second, says] of [
    [examplePassed({ seed: 1 }), /they have seed 42 and 1; run one of them again with --seed 42\.$/],
    [
      { nothing: true },
      /1\.json is not the report of a run: name the folder of a run, or its conformance\.json\.$/,
    ],
  ] as const)
    expect(() => compare(second)).toThrow(says);
});
