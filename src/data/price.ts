import fc from 'fast-check';
import { rulesAt } from './contract-rules.js';

/** The price of a product in one country, in major units of the currency (clause 2.2; bounds from gap G-02). */
export interface Price {
  readonly country_code: string;
  readonly retail_price: number;
  /** At most retail_price; null if there is no sale. */
  readonly sale_price: number | null;
}

/** Amounts with no exact binary representation: multiplied by 100, they differ slightly from their cents. */
const awkwardCents = [110, 115, 435, 829, 1001, 1999, 3330, 6410, 25603, 99_999] as const;

/** The smallest price that the target accepts, in cents. */
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

/** Draws cents, so that every amount has at most two decimals and survives a round trip through JSON. */
const cents = fc.oneof(
  fc.integer(range),
  awkwardInRange.length === 0 ? fc.constant(range.min) : fc.constantFrom(...awkwardInRange),
);

/** A price with two decimals, by default from 1.00 to 1000.00, sometimes with a sale price that doesn't exceed it. */
export function price(countryCode: string): fc.Arbitrary<Price> {
  return cents
    .chain((retail) => fc.tuple(fc.constant(retail), fc.option(salesOf(retail))))
    .map(([retail, sale]) => ({
      country_code: countryCode,
      retail_price: retail / 100,
      sale_price: sale === null ? null : sale / 100,
    }));
}

/** The sale price in cents: any amount, an awkward one, the smallest possible, or the retail price itself. */
function salesOf(retail: number): fc.Arbitrary<number> {
  const least = Math.min(leastSale, retail);
  const awkward = awkwardCents.filter((each) => each < retail && each >= least);
  return fc.oneof(
    { arbitrary: fc.integer({ min: least, max: retail }), weight: 4 },
    fc.constantFrom(least, retail, ...awkward),
  );
}

/**
 * An amount that changes if a target rounds it to cents or stores it in four bytes.
 * @param amount at most two decimals
 */
export function changeableAmount(amount: number): number {
  return amount + 0.001_234_5;
}

/** A price whose retail price changes in the same way; its sale price stays below it. */
export function changeablePrice(price: Price): Price {
  return { ...price, retail_price: changeableAmount(price.retail_price) };
}
