import fc from 'fast-check';
import { rulesAt } from './contract-rules.js';

/** The price of a product in one country, in major units of the currency (clause 2.2; bounds by gap G-02). */
export interface Price {
  readonly country_code: string;
  readonly retail_price: number;
  /** At most retail_price; null where there is no sale. */
  readonly sale_price: number | null;
}

/** Amounts that are no binary fraction: times 100 they are slightly more or less than their cents. */
const awkwardCents = [110, 115, 435, 829, 1001, 1999, 3330, 6410, 25603, 99_999] as const;

/** The smallest price that the target takes, in cents. */
export function leastCents(field: 'retail_price' | 'sale_price'): number {
  const { minimum, exclusiveMinimum = 0 } = rulesAt('upsertProducts', `prices[].${field}`) ?? {};
  return minimum === undefined ? Math.floor(exclusiveMinimum * 100) + 1 : Math.ceil(minimum * 100);
}

const leastSale = leastCents('sale_price');
const range = {
  min: Math.max(100, leastCents('retail_price')),
  max: Math.min(100_000, (rulesAt('upsertProducts', 'prices[].retail_price')?.maximum ?? 1000) * 100),
};
const awkwardInRange = awkwardCents.filter((each) => each >= range.min && each <= range.max);

/** Cents are drawn, so that every amount has at most two decimals and is the number that JSON text gives back. */
const cents = fc.oneof(
  fc.integer(range),
  awkwardInRange.length === 0 ? fc.constant(range.min) : fc.constantFrom(...awkwardInRange),
);

/** A price with two decimals, from 1.00 to 1000.00, in some cases with a sale price of at most as much. */
export function price(countryCode: string): fc.Arbitrary<Price> {
  return cents
    .chain((retail) => fc.tuple(fc.constant(retail), fc.option(salesOf(retail))))
    .map(([retail, sale]) => ({
      country_code: countryCode,
      retail_price: retail / 100,
      sale_price: sale === null ? null : sale / 100,
    }));
}

/** The cents of a sale: any amount, an awkward one, the smallest possible, or as much as the price itself. */
function salesOf(retail: number): fc.Arbitrary<number> {
  const least = Math.min(leastSale, retail);
  const awkward = awkwardCents.filter((each) => each < retail && each >= least);
  return fc.oneof(
    { arbitrary: fc.integer({ min: least, max: retail }), weight: 4 },
    fc.constantFrom(least, retail, ...awkward),
  );
}

/** An amount that changes when it is rounded to cents or kept in four bytes. @param amount at most two decimals */
export function changeableAmount(amount: number): number {
  return amount + 0.001_234_5;
}

/** A price with such a retail price; its sale price stays below it. */
export function changeablePrice(price: Price): Price {
  return { ...price, retail_price: changeableAmount(price.retail_price) };
}
