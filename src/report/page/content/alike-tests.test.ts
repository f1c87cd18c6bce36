import { exampleTest } from '#testing/example-report';
import { expect, test } from '#testing/unit-test';
import { alikeTests } from './alike-tests.js';

const titled = (title: string, line = 7) => exampleTest(title, { title, file: 'x.spec.ts', line });

const rows: readonly (readonly [
  titles: readonly string[],
  beginning: string,
  words: readonly string[],
  end: string,
])[] = [
  [['One title'], 'One title', [''], ''],
  [
    ['A key is refused by a and by b', 'A key is refused by c and by b'],
    'A key is refused by',
    ['a', 'c'],
    'and by b',
  ],
  [['The list', 'The list again'], 'The', ['list', 'list again'], ''],
  [['same words', 'same words'], 'same', ['words', 'words'], ''],
  [['a b', 'c b'], '', ['a', 'c'], 'b'],
];

for (const [titles, beginning, words, end] of rows)
  test(`titles such as "${titles[0]}" are divided into their common words and their own`, () => {
    const [alike] = alikeTests(titles.map((title) => titled(title)));
    expect(alike).toMatchObject({ file: 'x.spec.ts', line: 7, beginning, end });
    expect(alike?.tests.map((each) => each.words)).toEqual(words);
    for (const each of alike?.tests ?? [])
      expect([beginning, each.words, end].filter((part) => part !== '').join(' ')).toBe(each.test.title);
  });

test('tests at different places are not alike', () => {
  expect(alikeTests([titled('one'), titled('two', 8), titled('three')])).toMatchObject([
    { line: 7, tests: [{ words: 'one' }, { words: 'three' }] },
    { line: 8, tests: [{}] },
  ]);
});
