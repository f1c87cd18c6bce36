import { exampleComparable } from '#testing/example-runs';
import { expectGolden } from '#testing/golden';
import { test } from '#testing/unit-test';
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

const partial = exampleComparable(
  { answers: { one: [brand] } },
  { endedEarly: true, deselected: '--grep @REF-06' },
);
const same = differencesBetween({ file: 'a.json', report: partial }, { file: 'b.json', report: partial });

test('the comparison of two runs', () => {
  expectGolden('differences.txt', {
    'in a terminal': differencesAsText(compared),
    'in a terminal, without differences': differencesAsText(same),
  });
  expectGolden('differences.md', {
    'as Markdown, in which nothing of a target is rendered': differencesAsMarkdown(compared),
  });
});
