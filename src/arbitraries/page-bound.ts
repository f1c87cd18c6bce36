import fc from 'fast-check';

/** A parameter of a page, written as a query string. */
export interface PageBound {
  /** In words. */
  readonly what: string;
  /** Without its question mark: `per_page=101`. */
  readonly query: string;
}

/** The parameters of clause 4.5 that have bounds. */
export type PageParameter = 'page' | 'per_page';

/** Most entries of a page (clause 8.2); a page number has no upper bound. */
const mostPerPage = 100;

/** A page, or a size of one, within its bounds (requirements REJ-03 and REJ-04, clause 8.2): the ends, and between. */
export function pageWithinBounds(parameter: PageParameter): fc.Arbitrary<PageBound> {
  return fc
    .oneof(
      { arbitrary: fc.constantFrom(1, mostPerPage), weight: 1 },
      { arbitrary: fc.integer({ min: 1, max: mostPerPage }), weight: 2 },
    )
    .map((value) => bound(parameter, `${value}`, String(value)));
}

/**
 * A page, or a size of one, that is out of its bounds or no integer (requirements REJ-03 and REJ-04, clause 8.2). No
 * value at all is left out, as it may count as none given, and so are other notations of an integer, as 1e1 or 0x10.
 */
export function pageOutOfBounds(parameter: PageParameter): fc.Arbitrary<PageBound> {
  return fc.oneof(...kinds[parameter]).map(([what, value]) => bound(parameter, what, value));
}

type Written = readonly [what: string, value: string];

const belowFirst: fc.Arbitrary<Written> = fc
  .oneof(fc.constantFrom(0, -1), fc.integer({ min: -(2 ** 31), max: 0 }))
  .map((value) => [`${value}, below 1`, String(value)]);

const aboveLast: fc.Arbitrary<Written> = fc
  .oneof(fc.constant(mostPerPage + 1), fc.integer({ min: mostPerPage + 1, max: 2 ** 31 - 1 }))
  .map((value) => [`${value}, above ${mostPerPage}`, String(value)]);

/** With another digit than 0 behind the point: 1.0 is an integer to some. */
const fraction: fc.Arbitrary<Written> = fc
  .tuple(fc.integer({ min: 0, max: mostPerPage - 1 }), fc.integer({ min: 1, max: 9 }))
  .map(([whole, tenth]) => [`the fraction ${whole}.${tenth}`, `${whole}.${tenth}`]);

const word: fc.Arbitrary<Written> = fc
  .oneof(
    fc.constantFrom('abc', 'one', 'null', 'true', 'NaN', 'Infinity', '1a', '1,5', '1 2'),
    fc.stringMatching(/^[a-z]{1,12}$/),
  )
  .map((value) => [`the word ${value}`, value]);

const noInteger = [belowFirst, fraction, word];
const kinds = { page: noInteger, per_page: [...noInteger, aboveLast] };

function bound(parameter: PageParameter, what: string, value: string): PageBound {
  return { what: `${parameter}: ${what}`, query: `${parameter}=${encodeURIComponent(value)}` };
}
