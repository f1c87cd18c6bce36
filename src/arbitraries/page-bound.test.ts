import fc from 'fast-check';
import { expect, test } from '#unit-test';
import { assertSound } from './assertions.js';
import { pageOutOfBounds, pageWithinBounds } from './page-bound.js';

for (const parameter of ['page', 'per_page'] as const) {
  test(`${parameter} within its bounds is an integer from 1 to 100`, () => {
    assertSound(
      () => pageWithinBounds(parameter),
      ({ query }) => (isIntegerFrom1To100(valueIn(query, parameter)) ? undefined : 'out of bounds'),
    );
    const drawn = fc.sample(pageWithinBounds(parameter), { seed: 1, numRuns: 100 });
    expect(drawn.map(({ query }) => query)).toEqual(
      expect.arrayContaining([`${parameter}=1`, `${parameter}=100`]),
    );
  });

  test(`${parameter} out of its bounds is no integer, or one that is too small or too large`, () => {
    assertSound(
      () => pageOutOfBounds(parameter),
      ({ query }) => {
        const value = valueIn(query, parameter);
        if (isIntegerFrom1To100(value) || /^\d+\.0*$/.test(value)) return 'may pass for one within them';
        if (parameter === 'page' && /^[1-9]\d*$/.test(value)) return 'a page that there may be';
        if (/^\d+[a-z_]\d+$/i.test(value)) return 'an integer in another notation';
        return value === '' ? 'no value' : undefined;
      },
    );
  });

  test(`${parameter} is out of its bounds in every way, said in words`, () => {
    const drawn = fc.sample(pageOutOfBounds(parameter), { seed: 1, numRuns: 500 });
    const queries = drawn.map(({ query }) => query);
    for (const value of ['0', '-1', 'NaN', '1%2C5']) expect(queries).toContain(`${parameter}=${value}`);
    expect(queries.some((query) => /=\d+\.[1-9]$/.test(query))).toBe(true);
    expect(queries.includes(`${parameter}=101`)).toBe(parameter === 'per_page');
    for (const { what } of drawn) expect(what).toMatch(new RegExp(`^${parameter}: [\\x20-\\x7e]{3,60}$`));
  });
}

function valueIn(query: string, parameter: string): string {
  const [[name, value] = ['', ''], ...others] = new URLSearchParams(query);
  if (name !== parameter || others.length > 0) throw new Error(`${query} is not one ${parameter}.`);
  return value;
}

function isIntegerFrom1To100(value: string): boolean {
  return /^[1-9]\d{0,2}$/.test(value) && Number(value) <= 100;
}
