import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { exampleRemembered } from '#testing/example-finding';
import { expect, test } from '#testing/unit-test';
import {
  isAt,
  isRemembered,
  mostRemembered,
  type Remembered,
  type Retried,
  readRemembered,
  rememberedAfter,
  rememberedFile,
  rememberedText,
} from './remembered.js';

const entry = exampleRemembered();
const [once, twice] = [exampleRemembered({ passed: 1 }), exampleRemembered({ passed: 2 })];
const elsewhere = exampleRemembered({ path: '4' });
const other = exampleRemembered({ requirement: 'BAT-10' });

test('a counterexample is forgotten when it is gone or has passed three times, and replaced by a newer one', () => {
  const all: readonly (readonly [
    earlier: readonly Remembered[],
    found: readonly Remembered[],
    outcome: Retried['outcome'] | undefined,
    after: readonly Remembered[],
    countsPasses?: boolean,
  ])[] = [
    [[], [entry], undefined, [entry]],
    [[once], [], undefined, [once]],
    [[once], [], 'blocked', [once]],
    [[once], [], 'gone', []],
    [[entry], [], 'passes', [once]],
    [[twice], [], 'passes', []],
    [[twice], [], 'passes', [twice], false],
    [[twice, other], [entry], 'fails', [entry, other]],
    [[twice, other], [elsewhere], 'passes', [other, elsewhere]],
    [[], [entry, elsewhere], undefined, [elsewhere]],
  ];
  for (const [earlier, found, outcome, after, countsPasses = true] of all) {
    const retried = outcome === undefined ? [] : [{ ...entry, outcome }];
    expect(rememberedAfter(earlier, found, retried, countsPasses)).toEqual(after);
  }
  expect(isAt(entry, elsewhere)).toBe(false);
});

test('of too many counterexamples, the oldest are forgotten', () => {
  const many = Array.from({ length: mostRemembered + 5 }, (_, index) =>
    exampleRemembered({ test: `test ${index}` }),
  );
  const after = rememberedAfter(many.slice(0, 20), many.slice(20), [], true);
  expect(after).toEqual(many.slice(5));
});

function fileWith(text: string): string {
  const folder = test.info().outputPath('remembered');
  const file = rememberedFile(folder, 'embedded sandbox');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return folder;
}

test('a file is read as it was written, and each entry is a line', () => {
  for (const entries of [[], [entry], [exampleRemembered({ commandsPath: 'AB:C' }), other]]) {
    const text = rememberedText(entries);
    expect(readRemembered(fileWith(text), 'embedded sandbox')).toEqual(entries);
    expect(text.split('\n')).toHaveLength(entries.length === 0 ? 5 : entries.length + 6);
  }
  expect(readRemembered(test.info().outputPath('nowhere'), 'staging')).toEqual([]);
});

test('a damaged file is refused with its name and the way out', () => {
  for (const text of [
    '',
    '{',
    '[]',
    '{"format": 2, "counterexamples": []}',
    '{"format": 1}',
    '{"format": 1, "counterexamples": [1]}',
    rememberedText([exampleRemembered({ path: '9999999999' })]),
    '['.repeat(200_000),
  ])
    expect(() => readRemembered(fileWith(text), 'embedded sandbox')).toThrow(
      /embedded-sandbox\+\w{12}\.json is damaged or of a different version: remove it, and the next run begins a new one$/,
    );
});

test('nothing but the forms of an entry is read or written', () => {
  for (const [given, is] of [
    [{}, true],
    [{ path: '2@3:0x60:1', commandsPath: 'AAB:C' }, true],
    [{ path: '3:sk-good-1' }, false],
    [{ operation: 'GET /products/12' }, false],
    [{ seed: 1.5 }, false],
    [{ seed: '7' }, false],
    [{ passed: -1 }, false],
    [{ commandsPath: 'a b' }, false],
    [{ test: undefined }, false],
  ] as const)
    expect([given, isRemembered({ ...entry, ...given })]).toEqual([given, is]);
});
