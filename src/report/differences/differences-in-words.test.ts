import { exampleComparable } from '#testing/example-runs';
import { expect, test } from '#testing/unit-test';
import { differencesBetween } from './differences.js';
import { differencesAsMarkdown, differencesAsText } from './differences-in-words.js';

const brand = 'listBrands valid 200: body list, body [] object, body [].id number';

const compared = differencesBetween(
  {
    file: 'a.json',
    report: exampleComparable({
      answers: { one: [brand], two: ['listOrders absent 401: body object'], three: [] },
    }),
  },
  {
    file: 'b.json',
    report: exampleComparable({
      answers: {
        one: [brand.replace('id number', 'id string')],
        two: ['listOrders absent 403: body object'],
      },
      observed: { listReports: 60 },
      violations: [
        {
          requirement: 'REF-06',
          operationId: 'listBrands',
          at: 'body [0].id',
          expected: ['a number', 'nothing'],
          actual: '"\u001b]0;owned\u0007<b>`\n"',
          test: 'one',
        },
      ],
    }),
  },
);

test('the comparison of two runs in a terminal', () => {
  expect(differencesAsText(compared)).toBe(
    [
      'A         a.json: staging, https://staging.example.com, conformant (exit 0), 2030-01-02 03:04 UTC',
      'B         b.json: staging, https://staging.example.com, conformant (exit 0), 2030-01-02 03:04 UTC',
      'Both      contract 1.3.0, profile standard, seed 42; 0 exchanges in A, 0 in B',
      '',
      '1. listBrands: only B violates REF-06',
      `   REF-06    passed in A, failed in B (must): ${compared.differences[0]?.violations[0]?.sentence}`,
      '   where     body [0].id',
      '   expected  a number, or nothing',
      '   actual    "␛]0;owned␇<b>`⏎"',
      '   found by  1 test in B: a.spec.ts › one',
      "   replay    npm run conformance -- --grep 'x'",
      '   answer    listBrands 200, body [].id: number in A, string in B, in 1 test',
      '',
      '2. listOrders: different answers',
      '   status    listOrders without a key: 401 in A, 403 in B, in 1 test',
      '',
      '3. listReports: a different limit',
      '   limit     listReports: A accepted 50 requests in a window, B 60',
      '',
      'Not compared',
      '   1 test ran only in A.',
      '',
      'Result    3 differences (exit 1)',
    ].join('\n'),
  );
});

test('the comparison of two runs as Markdown, in which nothing of a target is rendered', () => {
  const text = differencesAsMarkdown(compared);
  expect(text).toMatch(/^## Comparison of two runs\n\n\*\*3 differences \(exit 1\)\*\*\n/);
  expect(text).toContain('\n### 1. listBrands: only B violates REF-06\n');
  expect(text).toContain("replay:\n\n```sh\nnpm run conformance -- --grep 'x'\n```");
  expect(text).not.toMatch(/(?!\n)\p{Cc}|^[^`]*<b>/mu);
});

test('a comparison without differences says so, and what it could not compare', () => {
  const report = exampleComparable(
    { answers: { one: [brand] } },
    { endedEarly: true, deselected: '--grep @REF-06' },
  );
  const same = differencesBetween({ file: 'a.json', report }, { file: 'b.json', report });
  const lines = differencesAsText(same).split('\n');
  expect(lines.slice(4)).toEqual([
    'Not compared',
    '   A ended before all its tests had run.',
    '   A ran only the tests that --grep @REF-06 chose.',
    '   B ended before all its tests had run.',
    '   B ran only the tests that --grep @REF-06 chose.',
    '',
    'Result    no difference, but one run could not exercise everything (exit 3)',
  ]);
});
