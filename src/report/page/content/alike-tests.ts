import type { TestReport } from '../../data/conformance-report.js';

/** The tests at one place of a spec: their titles differ only in the words between a common beginning and end. */
export interface AlikeTests {
  readonly file: string;
  readonly line: number;
  readonly beginning: string;
  readonly end: string;
  /** Each test with its own words; empty for a single test. */
  readonly tests: readonly { readonly test: TestReport; readonly words: string }[];
}

/** Brings the tests of each place together, in the order of the first of each. */
export function alikeTests(tests: readonly TestReport[]): readonly AlikeTests[] {
  const places = new Map<string, TestReport[]>();
  for (const test of tests) {
    const place = `${test.file}:${test.line}`;
    places.set(place, [...(places.get(place) ?? []), test]);
  }
  return [...places.values()].map(alike);
}

function alike(tests: readonly TestReport[]): AlikeTests {
  const [{ file, line, title } = { file: '', line: 0, title: '' }] = tests;
  const titles = tests.map((test) => test.title.split(' '));
  const words = title.split(' ');
  const shortest = Math.min(...titles.map(({ length }) => length));
  // A single test has no words of its own.
  const most = tests.length === 1 ? words.length : shortest - 1;
  const shared = (at: (all: readonly string[], index: number) => string | undefined, limit: number) => {
    let count = 0;
    while (count < limit && titles.every((each) => at(each, count) === at(words, count))) count += 1;
    return count;
  };
  const first = shared((all, index) => all[index], most);
  const last = shared((all, index) => all.at(-1 - index), most - first);
  return {
    file,
    line,
    beginning: words.slice(0, first).join(' '),
    end: last === 0 ? '' : words.slice(-last).join(' '),
    tests: tests.map((test, index) => {
      const own = titles[index] ?? [];
      return { test, words: own.slice(first, own.length - last).join(' ') };
    }),
  };
}
